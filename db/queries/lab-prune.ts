/** Forgets races of more than a day ago, also those whose server did not live to see their end. */
import type pg from "pg";

export async function pruneRaces(db: pg.Pool): Promise<void> {
  await db.query(
    `WITH old AS (
       DELETE FROM lab_seats WHERE race_id <> 'demo' AND created_at < now() - interval '1 day'
       RETURNING race_id
     )
     DELETE FROM lab_sales USING old WHERE lab_sales.race_id = old.race_id /* referee */`,
  );
  await db.query(
    `WITH old AS (
       DELETE FROM shows WHERE starts_with(id, 'lab-') AND starts_at < now() - interval '2 days'
       RETURNING id, auditorium_id
     ), logged AS (DELETE FROM seat_changes USING old WHERE show_id = old.id
     ), booked AS (DELETE FROM bookings USING old WHERE show_id = old.id
     ), sold AS (DELETE FROM booking_seats USING old WHERE show_id = old.id)
     DELETE FROM auditoriums USING old WHERE auditoriums.id = old.auditorium_id /* referee */`,
  );
}
