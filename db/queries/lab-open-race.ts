import type pg from "pg";

/** Puts a free seat on sale. The comment keeps the referee's own statements out of the race's count. */
export async function openRace(db: pg.Pool, raceId: string, seat: string): Promise<void> {
  await db.query(
    `INSERT INTO lab_seats (race_id, label) VALUES ($1::text, $2::text)
     ON CONFLICT (race_id, label) DO NOTHING /* referee */`,
    [raceId, seat],
  );
}
