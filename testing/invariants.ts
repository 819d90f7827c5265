/** What must be true of the box office's tables at any moment, read by SQL and told as sentences. */
import type pg from "pg";

const RULES: [broken: string, sql: string][] = [
  [
    "S16 a booked seat without exactly one unreleased sale",
    `SELECT s.show_id, s.label FROM seats s
     LEFT JOIN booking_seats b ON b.show_id = s.show_id AND b.seat = s.seat AND b.released_at IS NULL
     WHERE s.status = 'booked' GROUP BY s.show_id, s.label HAVING count(b.seat) <> 1`,
  ],
  [
    "S16 an unreleased sale of a seat that is not booked under that reference",
    `SELECT b.show_id, b.seat FROM booking_seats b JOIN seats s ON s.show_id = b.show_id AND s.seat = b.seat
     WHERE b.released_at IS NULL AND (s.status <> 'booked' OR s.booking_reference <> b.reference)`,
  ],
  [
    "S9 a booking whose total is not the sum of its seats",
    `SELECT b.show_id, b.reference FROM bookings b JOIN booking_seats s USING (show_id, reference)
     GROUP BY b.show_id, b.reference HAVING b.total <> sum(s.price)`,
  ],
  [
    "F1 a version without its logged change, or a change without its version",
    `SELECT s.show_id FROM shows s
     LEFT JOIN (SELECT show_id, version - cardinality(seats) AS before,
                       coalesce(lag(version) OVER (PARTITION BY show_id ORDER BY version), 0) AS last, version
                FROM seat_changes) c ON c.show_id = s.show_id
     GROUP BY s.show_id HAVING coalesce(bool_or(c.before <> c.last), false) OR coalesce(max(c.version), 0) <> s.version`,
  ],
  [
    "F1 a seat whose last logged status is not its status",
    `SELECT s.show_id, s.label FROM seats s
     JOIN LATERAL (SELECT c.status FROM seat_changes c WHERE c.show_id = s.show_id AND s.seat = ANY (c.seats)
                   ORDER BY c.version DESC LIMIT 1) last ON true
     WHERE last.status <> s.status`,
  ],
  [
    "a held seat without its hold, buyer or times, or a booked one without its booking",
    `SELECT show_id, label FROM seats
     WHERE (status = 'held' AND num_nulls(hold_id, held_by, held_since, hold_until) > 0)
        OR (status = 'booked' AND booking_reference IS NULL)`,
  ],
  [
    "a show whose count of taken seats is not theirs",
    `SELECT s.show_id FROM shows s JOIN seats c USING (show_id)
     GROUP BY s.show_id HAVING s.seats_taken <> count(*) FILTER (WHERE c.status <> 'available')`,
  ],
  [
    "S12 a refused key that has a booking",
    `SELECT k.show_id, k.buyer, k.idempotency_key FROM refused_keys k JOIN bookings b USING (show_id, buyer, idempotency_key)`,
  ],
  [
    "P1 money that was taken for seats that are not sold",
    `SELECT p.show_id, p.id FROM payments p LEFT JOIN bookings b USING (show_id, buyer, idempotency_key)
     WHERE p.status = 'captured' AND (b.reference IS NULL OR b.cancelled_at IS NOT NULL)`,
  ],
];

/** The rules that are broken, with the rows that break them; empty when all is well. */
export async function brokenRules(pool: pg.Pool): Promise<string[]> {
  const found: string[] = [];
  for (const [broken, sql] of RULES) {
    const { rows } = await pool.query(sql);
    if (rows.length > 0) found.push(`${broken}: ${JSON.stringify(rows.slice(0, 5))}`);
  }
  return found;
}
