/**
 * The two ledgers as one table: every sale that stands, whose it is and of which seat. The box office writes
 * `booking_seats` under its constraints; the lab's strategies append to `lab_sales` whatever they believe in.
 */
import type pg from "pg";
import type { StartingState } from "./starting-state";

export type Ledger = { kind: "box-office" } | { kind: "lab"; strategy: string };

export interface Integrity {
  /** Sales beyond the first of a seat, whoever sold it first. */
  doubleBookings: number;
  /** Seats that say they are booked and are in no sale, or the other way about. */
  torn: string[];
  /** Seats whose hold has lapsed and which did not come back, or which are taken and nobody owns. */
  lost: string[];
  /** Seats that came back because their holds lapsed. */
  lapsed: number;
}

const BOX_OFFICE_SALES = `
  INSERT INTO ledger (reference, show_id, seat, buyer)
  SELECT bs.reference, bs.show_id, coalesce(s.label, bs.seat::text),
         coalesce(b.name, regexp_replace(b.buyer, '^guest-', ''), 'nobody')
  FROM booking_seats bs
  LEFT JOIN bookings b ON b.show_id = bs.show_id AND b.reference = bs.reference
  LEFT JOIN seats s ON s.show_id = bs.show_id AND s.seat = bs.seat
  WHERE bs.released_at IS NULL AND bs.show_id = ANY ($1::text[])
    AND (b.reference IS NULL OR b.created_at >= $2::timestamptz)`;

const LAB_SALES = `
  INSERT INTO ledger (reference, show_id, seat, buyer)
  SELECT id::text, race_id, label, regexp_replace(buyer, '^guest-', '')
  FROM lab_sales
  WHERE race_id = ANY ($1::text[]) AND sold_at >= $2::timestamptz AND strategy = $3::text`;

/** Into a temporary table, so that the judge can join it with what the clients were told. */
export async function readSales(
  client: pg.Client,
  ledger: Ledger,
  shows: string[],
  start: StartingState,
): Promise<void> {
  await client.query(
    "CREATE TEMP TABLE ledger (reference text, show_id text, seat text, buyer text) ON COMMIT DROP",
  );
  if (ledger.kind === "box-office") await client.query(BOX_OFFICE_SALES, [shows, start.at]);
  else await client.query(LAB_SALES, [shows, start.at, ledger.strategy]);
}

const SOLD_TWICE = `
  SELECT coalesce(sum(sales - 1), 0)::int AS count
  FROM (SELECT count(*) AS sales FROM booking_seats
        WHERE released_at IS NULL AND show_id = ANY ($1::text[])
        GROUP BY show_id, seat) s`;

const LAB_SOLD_TWICE = `
  SELECT coalesce(sum(sales - 1), 0)::int AS count
  FROM (SELECT count(*) AS sales FROM ledger GROUP BY show_id, seat) s`;

const TORN = `
  SELECT DISTINCT s.show_id || ' ' || s.label AS seat
  FROM seats s
  LEFT JOIN booking_seats bs ON bs.show_id = s.show_id AND bs.seat = s.seat AND bs.released_at IS NULL
  WHERE s.show_id = ANY ($1::text[])
    AND (s.status = 'booked') IS DISTINCT FROM (bs.reference IS NOT NULL AND bs.reference = s.booking_reference)`;

const LOST = `
  SELECT show_id || ' ' || label AS seat FROM seats
  WHERE show_id = ANY ($1::text[]) AND status = 'held' AND hold_until <= now()`;

const LAB_LOST = `
  SELECT s.race_id || ' ' || s.label AS seat FROM lab_seats s
  WHERE s.race_id = ANY ($1::text[]) AND s.is_booked
    AND NOT EXISTS (SELECT 1 FROM lab_sales l WHERE l.race_id = s.race_id AND l.label = s.label)`;

/** Seats become available again by a lapse or because their buyer let go; the latter was told so. */
const CAME_BACK = `
  SELECT coalesce(sum(cardinality(seats)), 0)::int AS count FROM seat_changes
  WHERE show_id = ANY ($1::text[]) AND status = 'available' AND changed_at >= $2::timestamptz`;
const LET_GO = `
  SELECT coalesce(sum(cardinality(seats)), 0)::int AS count FROM told
  WHERE operation = 'release' AND outcome = 'done'`;

export async function readIntegrity(
  client: pg.Client,
  ledger: Ledger,
  shows: string[],
  start: StartingState,
): Promise<Integrity> {
  const count = async (sql: string, values: unknown[]) =>
    (await client.query<{ count: number }>(sql, values)).rows[0]?.count ?? 0;
  const seats = async (sql: string) =>
    (await client.query<{ seat: string }>(sql, [shows])).rows.map(({ seat }) => seat);
  if (ledger.kind === "lab") {
    return {
      doubleBookings: await count(LAB_SOLD_TWICE, []),
      torn: [],
      lost: await seats(LAB_LOST),
      lapsed: 0,
    };
  }
  const cameBack = await count(CAME_BACK, [shows, start.at]);
  return {
    doubleBookings: await count(SOLD_TWICE, [shows]),
    torn: await seats(TORN),
    lost: await seats(LOST),
    lapsed: Math.max(0, cameBack - (await count(LET_GO, []))),
  };
}
