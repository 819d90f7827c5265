/** The look and the write, for the strategies whose story is what is around them. */
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

/** Empty while nobody has it. */
export async function seatOwner(
  db: Queryable,
  { raceId, seat }: Pick<Attempt, "raceId" | "seat">,
): Promise<string> {
  const { rows } = await db.query<{ booked_by: string | null }>(
    "SELECT booked_by FROM lab_seats WHERE race_id = $1 AND label = $2",
    [raceId, seat],
  );
  return rows[0]?.booked_by ?? "";
}

export async function sellIfFree(
  db: Queryable,
  { raceId, seat, buyer, recordSale }: Pick<Attempt, "raceId" | "seat" | "buyer" | "recordSale">,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `UPDATE lab_seats SET is_booked = true, booked_by = $3
     WHERE race_id = $1 AND label = $2 AND NOT is_booked`,
    [raceId, seat, buyer],
  );
  if (rowCount === 1) await recordSale(db);
  return rowCount === 1;
}
