import type pg from "pg";

/** Forgets races of more than a day ago, also those whose server did not live to see their end. */
export async function pruneRaces(db: pg.Pool): Promise<void> {
  await db.query(
    `WITH old AS (
       DELETE FROM lab_seats WHERE race_id <> 'demo' AND created_at < now() - interval '1 day'
       RETURNING race_id
     )
     DELETE FROM lab_sales USING old WHERE lab_sales.race_id = old.race_id /* referee */`,
  );
}
