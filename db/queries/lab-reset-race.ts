import type pg from "pg";

/** Takes the race's seats off sale and forgets what was sold. */
export async function resetRace(db: pg.Pool, raceId: string): Promise<void> {
  await db.query(
    `WITH seats AS (DELETE FROM lab_seats WHERE race_id = $1::text)
     DELETE FROM lab_sales WHERE race_id = $1::text /* referee */`,
    [raceId],
  );
}
