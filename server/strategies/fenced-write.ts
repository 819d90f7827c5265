/**
 * A number that only grows, from whoever gives out the lock, and a row that has seen the highest. The number is shown
 * to the row before the look, not only with the write: otherwise an older holder could still write between a newer
 * one's look and its write, and both would sell.
 */
import type { Attempt } from "./strategy";

type Seat = Pick<Attempt, "db" | "raceId" | "seat">;

/** False if the row has seen a higher number: somebody newer has the lock. */
export async function showFence({ db, raceId, seat }: Seat, fence: number): Promise<boolean> {
  const { rowCount } = await db.query(
    "UPDATE lab_seats SET fence = $3 WHERE race_id = $1 AND label = $2 AND fence < $3",
    [raceId, seat, fence],
  );
  return rowCount === 1;
}

/** False if the row has seen a higher number since. */
export async function sellIfNewest(
  { db, raceId, seat, buyer, recordSale }: Seat & Pick<Attempt, "buyer" | "recordSale">,
  fence: number,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `UPDATE lab_seats SET is_booked = true, booked_by = $3
     WHERE race_id = $1 AND label = $2 AND fence = $4`,
    [raceId, seat, buyer, fence],
  );
  if (rowCount === 1) await recordSale(db);
  return rowCount === 1;
}
