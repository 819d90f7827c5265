import type pg from "pg";

export interface StoredBooking {
  reference: string;
  customer: string;
  showId: string;
  seats: number[];
  total: number;
  name: string | null;
  email: string | null;
  createdAtMs: number;
  cancelledAtMs: number | null;
  /** What was asked for with the booking's key. */
  requestHash: string;
}

const COLUMNS = `
  SELECT b.reference, b.customer, b.show_id AS "showId", b.total, b.name, b.email, b.request_hash AS "requestHash",
         (extract(epoch FROM b.created_at) * 1000)::float8 AS "createdAtMs",
         (extract(epoch FROM b.cancelled_at) * 1000)::float8 AS "cancelledAtMs",
         (SELECT coalesce(json_agg(s.seat ORDER BY s.seat), '[]') FROM booking_seats s WHERE s.reference = b.reference) AS seats
  FROM bookings b`;

export async function readBooking(pool: pg.Pool, reference: string): Promise<StoredBooking | null> {
  const { rows } = await pool.query<StoredBooking>({
    name: "read-booking",
    text: `${COLUMNS} WHERE b.reference = $1::text`,
    values: [reference],
  });
  return rows[0] ?? null;
}

/** The buyer's bookings, newest first; of one show if given. */
export async function readBookingsOf(
  pool: pg.Pool,
  customer: string,
  showId?: string,
): Promise<StoredBooking[]> {
  const { rows } = await pool.query<StoredBooking>({
    name: "read-bookings-of",
    text: `${COLUMNS} WHERE b.customer = $1::text AND ($2::text IS NULL OR b.show_id = $2::text) ORDER BY b.created_at DESC LIMIT 200`,
    values: [customer, showId ?? null],
  });
  return rows;
}

/** What the buyer's key was used for, if it was. */
export async function readBookingByKey(
  pool: pg.Pool,
  customer: string,
  idempotencyKey: string,
): Promise<StoredBooking | null> {
  const { rows } = await pool.query<StoredBooking>({
    name: "read-booking-by-key",
    text: `${COLUMNS} WHERE b.customer = $1::text AND b.idempotency_key = $2::text`,
    values: [customer, idempotencyKey],
  });
  return rows[0] ?? null;
}
