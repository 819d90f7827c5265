/** Forgets games, and what races of more than a day ago were about, also those whose server did not live to see their end. */
import type pg from "pg";

export async function pruneRaces(db: pg.Pool): Promise<void> {
  await db.query("DELETE FROM lab_games WHERE created_at < now() - interval '1 day'");
  await db.query(
    `WITH old AS (
       DELETE FROM lab_seats WHERE race_id <> 'demo' AND created_at < now() - interval '1 day'
       RETURNING race_id
     )
     DELETE FROM lab_sales USING old WHERE lab_sales.race_id = old.race_id /* referee */`,
  );
  await db.query("DELETE FROM lab_locks WHERE expires_at < now() - interval '1 day' /* referee */");
  const { rows } = await db.query<{ show: string; auditorium: string }>(
    `SELECT show_id AS show, auditorium_id AS auditorium FROM shows
     WHERE starts_with(show_id, 'lab-') AND starts_at < now() - interval '2 days' /* referee */`,
  );
  const shows = rows.map(({ show }) => show);
  // The shows go last: whoever is interrupted finds them again.
  for (const table of ["seat_changes", "bookings", "booking_seats", "shows"])
    await db.query(`DELETE FROM ${table} WHERE show_id = ANY ($1::text[]) /* referee */`, [shows]);
  const auditoriums = rows.map(({ auditorium }) => auditorium);
  await db.query("DELETE FROM auditoriums WHERE id = ANY ($1::text[]) /* referee */", [auditoriums]);
}
