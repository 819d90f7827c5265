/** booked → available: every seat the booking still owns. Cancelling twice changes nothing the second time. */
import type pg from "pg";
import { type ChangesRow, LOG_CHANGES, type LoggedChanges, readChanges, SELECT_CHANGES } from "./log-changes";

const SQL = `
WITH locked AS MATERIALIZED (
    SELECT s.show_id, s.seat
    FROM seats s
    WHERE s.show_id = $2::text AND s.status = 'booked' AND s.booking_reference = $1::text
    ORDER BY s.show_id, s.seat
    FOR NO KEY UPDATE OF s
  ),
  changed AS (
    UPDATE seats s SET status = 'available', booking_reference = NULL, held_by = NULL
    FROM locked l
    WHERE s.show_id = l.show_id AND s.seat = l.seat
    RETURNING s.show_id, s.seat, s.status, s.hold_until
  ),
  ${LOG_CHANGES},
  freed AS (
    UPDATE booking_seats b SET released_at = now()
    FROM changed c
    WHERE b.reference = $1::text AND b.seat = c.seat AND b.released_at IS NULL
  ),
  cancelled AS (
    UPDATE bookings b SET cancelled_at = now() WHERE b.reference = $1::text AND b.cancelled_at IS NULL
  )
SELECT ${SELECT_CHANGES} AS changes`;

export async function cancelBooking(
  pool: pg.Pool,
  reference: string,
  showId: string,
): Promise<LoggedChanges[]> {
  const { rows } = await pool.query<{ changes: ChangesRow }>({
    name: "cancel-booking",
    text: SQL,
    values: [reference, showId],
  });
  return readChanges(rows[0]?.changes ?? null);
}
