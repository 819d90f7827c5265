/** The look and the write of `naive`, for the strategies whose story is the lock around them. */
import type { Attempt, Queryable } from "./strategy";

export async function seatIsBooked(
  db: Queryable,
  { raceId, seat }: Pick<Attempt, "raceId" | "seat">,
): Promise<boolean> {
  const { rows } = await db.query<{ is_booked: boolean }>(
    "SELECT is_booked FROM lab_seats WHERE race_id = $1 AND label = $2",
    [raceId, seat],
  );
  return rows[0]?.is_booked ?? true;
}

export async function sellSeat(
  db: Queryable,
  { raceId, seat, buyer, recordSale }: Pick<Attempt, "raceId" | "seat" | "buyer" | "recordSale">,
): Promise<void> {
  await db.query("UPDATE lab_seats SET is_booked = true, booked_by = $3 WHERE race_id = $1 AND label = $2", [
    raceId,
    seat,
    buyer,
  ]);
  await recordSale(db);
}
