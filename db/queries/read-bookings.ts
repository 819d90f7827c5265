import type pg from "pg";

export interface StoredBooking {
  reference: string;
  buyer: string;
  showId: string;
  seats: number[];
  total: number;
  name: string | null;
  email: string | null;
  createdAtMs: number;
  cancelledAtMs: number | null;
}

/** Of one buyer. */
const AT_MOST = 200;

const SELECT = `
  SELECT b.reference, b.buyer, b.show_id AS "showId", b.total, b.name, b.email,
         (extract(epoch FROM b.created_at) * 1000)::float8 AS "createdAtMs",
         (extract(epoch FROM b.cancelled_at) * 1000)::float8 AS "cancelledAtMs",
         (SELECT coalesce(json_agg(s.seat ORDER BY s.seat), '[]') FROM booking_seats s
          WHERE s.show_id = b.show_id AND s.reference = b.reference) AS seats`;
const COLUMNS = `${SELECT} FROM bookings b`;

/**
 * A reference leads to its show by its first letters; only the few shows that share them are asked. References of
 * before that rule are found among the buyer's own. Should two shows have the same one, the buyer's own counts.
 */
export async function readBooking(
  pool: pg.Pool,
  reference: string,
  prefix: number,
  buyer: string,
): Promise<StoredBooking | null> {
  const { rows } = await pool.query<StoredBooking>({
    name: "read-booking",
    text: `
      ${COLUMNS} JOIN shows w ON w.show_id = b.show_id WHERE (('x' || substr(md5(w.show_id), 1, 6))::bit(24)::integer % 12167) = $2::int AND b.reference = $1::text
      UNION ALL
      ${COLUMNS} WHERE b.buyer = $3::text AND b.reference = $1::text`,
    values: [reference, prefix, buyer],
  });
  return rows.find((booking) => booking.buyer === buyer) ?? rows[0] ?? null;
}

/** The buyer's bookings, newest first. */
export async function readBookingsOf(pool: pg.Pool, buyer: string): Promise<StoredBooking[]> {
  const { rows } = await pool.query<StoredBooking>({
    name: "read-bookings-of",
    text: `${COLUMNS} WHERE b.buyer = $1::text ORDER BY b.created_at DESC LIMIT ${AT_MOST}`,
    values: [buyer],
  });
  return rows;
}

export interface BookingsQuery {
  showId: string;
  buyer: string;
}

/** The same of one show each, for many buyers in one read; the answers are in the order of the questions. */
export async function readBookingsOfShows(
  pool: pg.Pool,
  queries: BookingsQuery[],
): Promise<StoredBooking[][]> {
  const { rows } = await pool.query<StoredBooking & { asked: number }>({
    name: "read-bookings-of-shows",
    text: `
      ${SELECT}, q.asked::int AS asked
      FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS q (show_id, buyer, asked)
      JOIN bookings b ON b.show_id = q.show_id AND b.buyer = q.buyer
      WHERE b.show_id = ANY ($1::text[])
      ORDER BY q.asked, b.created_at DESC`,
    values: [queries.map(({ showId }) => showId), queries.map(({ buyer }) => buyer)],
  });
  const bookings: StoredBooking[][] = queries.map(() => []);
  for (const { asked, ...booking } of rows) {
    const found = bookings[asked - 1];
    if (found && found.length < AT_MOST) found.push(booking);
  }
  return bookings;
}
