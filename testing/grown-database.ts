/**
 * A box office that has been open for long: the same cinema as the seeded one, with as many shows behind it and ahead
 * of it as asked for, half of the past ones' seats and a sixth of the coming ones' sold, and what a day leaves in the
 * change log. Made by a few statements, since a million bookings take minutes otherwise.
 */
import pg from "pg";
import { PRICE_CLASSES, seatsOf } from "#contract/layout";
import { AUDITORIUMS, MOVIES } from "#db/programme";

export interface Growth {
  past: number;
  coming: number;
}

/** Shows a day, and in which auditoriums: together about 230 seats a show. */
const SLOTS = [
  "studio",
  "galaxy",
  "grand",
  "galaxy",
  "grand",
  "studio",
  "galaxy",
  "grand",
  "studio",
  "galaxy",
  "grand",
];
/** Bookings per seat; each is of two seats. */
const PAST_BOOKINGS = 0.22;
const COMING_BOOKINGS = 0.08;
/** Every so many bookings have a payment, and every so many coming shows were fought over and refused keys. */
const PAYMENT_EVERY = 5;
const REFUSED_KEYS_EVERY = 10;
const BUYERS = 100_000;

/** Forgets whatever the database has. */
export async function growDatabase(
  databaseUrl: string,
  { past, coming }: Growth,
  say: (line: string) => void = () => {},
): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    // Nothing is checked that is known to be right, and nothing is waited for that can be made again.
    await client.query("SET session_replication_role = replica; SET synchronous_commit = off");
    await client.query(
      "TRUNCATE shows, seats, bookings, booking_seats, payments, seat_changes, refused_keys",
    );
    await createRooms(client);
    say(`${past + coming} shows`);
    await createShows(client, past, coming);
    say("their seats");
    await client.query(SEATS);
    say("their bookings");
    await client.query(BOOKINGS);
    await client.query(BOOKING_SEATS);
    await client.query(PAYMENTS);
    say("what the last day has left");
    await client.query(CHANGES);
    await client.query(REFUSED_KEYS);
    await client.query("VACUUM (ANALYZE)");
    await client.query("CHECKPOINT");
  } finally {
    await client.end();
  }
}

async function createRooms(client: pg.Client): Promise<void> {
  const seats = AUDITORIUMS.flatMap(({ id, layout, prices }) =>
    seatsOf(layout).map(({ index, label, priceClass }) => ({
      id,
      index,
      label,
      priceClass,
      price: prices[priceClass],
    })),
  );
  await client.query(
    "CREATE TEMP TABLE rooms (auditorium_id text, seat int, label text, price_class price_class, price int)",
  );
  await client.query(
    "INSERT INTO rooms SELECT * FROM unnest($1::text[], $2::int[], $3::text[], $4::price_class[], $5::int[])",
    [
      seats.map(({ id }) => id),
      seats.map(({ index }) => index),
      seats.map(({ label }) => label),
      seats.map(({ priceClass }) => PRICE_CLASSES.find((known) => known === priceClass)),
      seats.map(({ price }) => price),
    ],
  );
}

async function createShows(client: pg.Client, past: number, coming: number): Promise<void> {
  await client.query(
    `CREATE TEMP TABLE grown AS
     SELECT to_char(g.starts_at, 'YYYY-MM-DD-HH24MI-') || r.auditorium_id AS show_id, r.auditorium_id, g.starts_at, g.number,
            g.number <= 0 AS past, floor(r.seats * CASE WHEN g.number <= 0 THEN ${PAST_BOOKINGS} ELSE ${COMING_BOOKINGS} END)::int AS bookings
     FROM (SELECT n AS number, date_trunc('minute', now()) + n * interval '1 day' / ${SLOTS.length} AS starts_at,
                  (ARRAY[${SLOTS.map((room) => `'${room}'`).join(", ")}])[1 + (n + ${past}) % ${SLOTS.length}] AS room
           FROM generate_series(${1 - past}, ${coming}) AS n) g
     JOIN (SELECT auditorium_id, count(*)::int AS seats FROM rooms GROUP BY auditorium_id) r ON r.auditorium_id = g.room`,
  );
  await client.query("ANALYZE grown");
  await client.query(
    `INSERT INTO shows (show_id, movie_id, auditorium_id, starts_at, prices, version, seats_taken, has_refused_keys)
     SELECT g.show_id, ($1::text[])[1 + (g.number + ${past}) % ${MOVIES.length}], g.auditorium_id, g.starts_at,
            (SELECT jsonb_object_agg(p.price_class, p.price)
             FROM (SELECT DISTINCT r.price_class, r.price FROM rooms r WHERE r.auditorium_id = g.auditorium_id) p),
            4 * g.bookings, 2 * g.bookings, NOT g.past AND g.number % ${REFUSED_KEYS_EVERY} = 0
     FROM grown g ORDER BY g.starts_at`,
    [MOVIES.map(({ id }) => id)],
  );
}

const ALPHABET = "34679ACDEFGHJKMNPQRTWXY";
/** A number in the letters of references, as server/booking/ids.ts spells it. */
function letters(number: string, length: number): string {
  return Array.from(
    { length },
    (_, at) => `substr('${ALPHABET}', 1 + (${number}) / ${ALPHABET.length ** at} % ${ALPHABET.length}, 1)`,
  ).join(" || ");
}
const PREFIX = letters("('x' || substr(md5(g.show_id), 1, 6))::bit(24)::integer % 12167", 3);
/** Of the booking with the number `k` within its show. */
const reference = (k: string) => `${PREFIX} || ${letters(`${k} * 7919`, 5)}`;
const buyer = (k: string) => `'buyer-' || abs(hashtext(g.show_id) + ${k}) % ${BUYERS}`;

const SEATS = `
  INSERT INTO seats (show_id, seat, label, price_class, status, fence, held_by, booking_reference)
  SELECT g.show_id, r.seat, r.label, r.price_class,
         (CASE WHEN s.sold THEN 'booked' ELSE 'available' END)::seat_status, CASE WHEN s.sold THEN 1 ELSE 0 END,
         CASE WHEN s.sold THEN ${buyer("r.seat / 2")} END, CASE WHEN s.sold THEN ${reference("r.seat / 2")} END
  FROM grown g JOIN rooms r ON r.auditorium_id = g.auditorium_id
  CROSS JOIN LATERAL (SELECT r.seat < 2 * g.bookings AS sold) s
  ORDER BY g.starts_at, r.seat`;

const BOOKINGS = `
  INSERT INTO bookings (show_id, reference, buyer, total, idempotency_key, request_hash, name, email, created_at)
  SELECT g.show_id, ${reference("k")}, ${buyer("k")}, a.price + b.price, md5(g.show_id || k), 'grown', 'Trần Lan',
         'lan@example.com', least(g.starts_at, now()) - interval '3 hours'
  FROM grown g
  CROSS JOIN LATERAL generate_series(0, g.bookings - 1) AS k
  JOIN rooms a ON a.auditorium_id = g.auditorium_id AND a.seat = 2 * k
  JOIN rooms b ON b.auditorium_id = g.auditorium_id AND b.seat = 2 * k + 1
  ORDER BY g.starts_at, k`;

const BOOKING_SEATS = `
  INSERT INTO booking_seats (show_id, reference, seat, price)
  SELECT g.show_id, ${reference("r.seat / 2")}, r.seat, r.price
  FROM grown g JOIN rooms r ON r.auditorium_id = g.auditorium_id AND r.seat < 2 * g.bookings
  ORDER BY g.starts_at, r.seat`;

const PAYMENTS = `
  INSERT INTO payments (show_id, id, buyer, idempotency_key, hold_id, amount, last_four, status, authorisation, created_at, updated_at)
  SELECT b.show_id, md5(b.show_id || b.reference), b.buyer, b.idempotency_key, b.show_id || '.gone', b.total, '4242', 'captured',
         'test', b.created_at, b.created_at
  FROM bookings b WHERE abs(hashtext(b.reference)) % ${PAYMENT_EVERY} = 0 ORDER BY b.created_at`;

/** Each booking of a coming show was held and then sold within the last day. */
const CHANGES = `
  INSERT INTO seat_changes (show_id, version, seats, status, changed_at)
  SELECT g.show_id, 2 * (step + 1), ARRAY[2 * (step / 2), 2 * (step / 2) + 1],
         (CASE step % 2 WHEN 0 THEN 'held' ELSE 'booked' END)::seat_status,
         now() - interval '23 hours' + step * interval '5 minutes'
  FROM grown g CROSS JOIN LATERAL generate_series(0, 2 * g.bookings - 1) AS step
  WHERE NOT g.past ORDER BY step, g.starts_at`;

const REFUSED_KEYS = `
  INSERT INTO refused_keys (show_id, buyer, idempotency_key, request_hash, refusal, refused_at)
  SELECT g.show_id, 'late-' || n, 'k', 'grown', '{"code":"hold_lost"}', now() - interval '23 hours' + n * interval '5 minutes'
  FROM grown g CROSS JOIN generate_series(1, 200) AS n
  WHERE NOT g.past AND g.number % ${REFUSED_KEYS_EVERY} = 0 ORDER BY n`;
