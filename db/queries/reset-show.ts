/** Everything back to available, bookings and payments forgotten, versions going on. Only the demonstration show is ever reset. */
import type pg from "pg";
import { type ChangesRow, LOG_CHANGES, type LoggedChanges, readChanges, SELECT_CHANGES } from "./log-changes";

const SQL = `
WITH locked AS MATERIALIZED (
    SELECT s.show_id, s.seat FROM seats s
    WHERE s.show_id = $1::text AND s.status IN ('held', 'booked')
    ORDER BY s.show_id, s.seat
    FOR NO KEY UPDATE
  ),
  changed AS (
    UPDATE seats s
    SET status = 'available', hold_id = NULL, held_by = NULL, held_since = NULL, hold_until = NULL, booking_reference = NULL
    FROM locked l
    WHERE s.show_id = l.show_id AND s.seat = l.seat
    RETURNING s.show_id, s.seat, s.status, s.hold_until
  ),
  forgotten AS (DELETE FROM booking_seats WHERE show_id = $1::text),
  unbooked AS (DELETE FROM bookings WHERE show_id = $1::text),
  unpaid AS (DELETE FROM payments WHERE show_id = $1::text),
  ${LOG_CHANGES}
SELECT ${SELECT_CHANGES} AS changes`;

export async function resetShow(pool: pg.Pool, showId: string): Promise<LoggedChanges[]> {
  const { rows } = await pool.query<{ changes: ChangesRow }>({ text: SQL, values: [showId] });
  return readChanges(rows[0]?.changes ?? null);
}
