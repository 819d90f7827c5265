/**
 * held → booked and available → booked, for a whole batch in one statement and one commit. A request with a
 * hold sells exactly the seats and fences it presents, if that hold still stands; a request without one sells
 * seats that are available, lapsed, or the buyer's own. A key the buyer has used before answers the booking
 * it made then, so a commit whose reply was lost can be asked for again.
 *
 * Requests of one batch must not share a seat or a buyer's key; the group commit sees to that.
 */
import type pg from "pg";
import { readTaken, type TakenSeat } from "./hold-seats";
import { bySeat } from "./lock-order";
import { type ChangesRow, LOG_CHANGES, type LoggedChanges, readChanges, SELECT_CHANGES } from "./log-changes";

export interface SellRequest {
  showId: string;
  customer: string;
  /** Undefined: one-shot, without a hold before it. */
  holdId?: string | undefined;
  seats: { seat: number; price: number; fence?: number | undefined }[];
  idempotencyKey: string;
  requestHash: string;
  reference: string;
  name?: string | undefined;
  email?: string | undefined;
}

export interface SoldBooking {
  reference: string;
  showId: string;
  seats: number[];
  total: number;
}

export type SellVerdict =
  | ({ code: "booked"; again: boolean } & SoldBooking)
  | { code: "mismatch" }
  | { code: "hold_lost" }
  | { code: "taken"; taken: TakenSeat[] };

export interface SellBatchAnswer {
  verdicts: SellVerdict[];
  changes: LoggedChanges[];
  nowMs: number;
}

const SQL = `
WITH req AS MATERIALIZED (
    SELECT * FROM unnest($1::int[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::int[], $9::text[], $10::text[])
      AS r (ord, show_id, customer, hold_id, key, hash, reference, total, name, email)
  ),
  want AS MATERIALIZED (
    SELECT * FROM unnest($11::int[], $12::text[], $13::smallint[], $14::int[], $15::int[], $16::text[], $17::text[])
      AS w (ord, show_id, seat, price, fence, customer, hold_id)
  ),
  prior AS MATERIALIZED (
    SELECT r.ord, b.*
    FROM req r,
         LATERAL (SELECT b.reference, b.show_id, b.total, b.request_hash = r.hash AS same
                  FROM bookings b WHERE b.customer = r.customer AND b.idempotency_key = r.key LIMIT 1) b
  ),
  locked AS MATERIALIZED (
    SELECT w.ord, w.price, s.*
    FROM want w,
         LATERAL (SELECT s.show_id, s.seat, s.status, s.held_by, s.hold_id, s.hold_until,
                         CASE WHEN w.hold_id IS NOT NULL
                              THEN s.status = 'held' AND s.hold_id = w.hold_id AND s.fence = w.fence AND s.hold_until > now()
                              ELSE s.status = 'available'
                                OR (s.status = 'held' AND (s.hold_until <= now() OR s.held_by = w.customer)) END AS ours
                  FROM seats s WHERE s.show_id = w.show_id AND s.seat = w.seat
                  FOR NO KEY UPDATE) s
    WHERE w.ord NOT IN (SELECT p.ord FROM prior p)
  ),
  verdict AS MATERIALIZED (
    SELECT r.ord, coalesce(bool_and(l.ours), false) AS sell,
           json_agg(json_build_array(l.seat, l.status, l.held_by, l.hold_id,
                                     (extract(epoch FROM l.hold_until - now()) * 1000)::int))
             FILTER (WHERE NOT l.ours) AS taken
    FROM req r LEFT JOIN locked l ON l.ord = r.ord
    GROUP BY r.ord
  ),
  made AS (
    INSERT INTO bookings (reference, customer, show_id, total, idempotency_key, request_hash, name, email)
    SELECT r.reference, r.customer, r.show_id, r.total, r.key, r.hash, r.name, r.email
    FROM req r JOIN verdict v ON v.ord = r.ord
    WHERE v.sell
    ORDER BY r.customer, r.key
    RETURNING reference
  ),
  changed AS (
    UPDATE seats s
    SET status = 'booked', booking_reference = r.reference,
        fence = s.fence + CASE WHEN r.hold_id IS NULL THEN 1 ELSE 0 END,
        hold_id = NULL, held_by = r.customer, held_since = NULL, hold_until = NULL
    FROM locked l JOIN req r ON r.ord = l.ord JOIN made m ON m.reference = r.reference
    WHERE s.show_id = l.show_id AND s.seat = l.seat
    RETURNING s.show_id, s.seat, s.status, s.hold_until, r.reference, l.price
  ),
  sold AS (
    INSERT INTO booking_seats (reference, show_id, seat, price)
    SELECT reference, show_id, seat, price FROM changed
  ),
  ${LOG_CHANGES}
SELECT
  (SELECT json_agg(json_build_array(
            r.ord,
            CASE WHEN p.ord IS NOT NULL THEN CASE WHEN p.same THEN 'again' ELSE 'mismatch' END
                 WHEN m.reference IS NOT NULL THEN 'booked'
                 WHEN r.hold_id IS NOT NULL THEN 'hold_lost'
                 ELSE 'taken' END,
            v.taken, p.reference, p.show_id, p.total,
            CASE WHEN p.same THEN (SELECT json_agg(bs.seat ORDER BY bs.seat) FROM booking_seats bs WHERE bs.reference = p.reference) END))
   FROM req r
   JOIN verdict v ON v.ord = r.ord
   LEFT JOIN prior p ON p.ord = r.ord
   LEFT JOIN made m ON m.reference = r.reference) AS verdicts,
  ${SELECT_CHANGES} AS changes,
  (extract(epoch FROM now()) * 1000)::float8 AS now_ms`;

type VerdictRow = [
  ord: number,
  code: "again" | "mismatch" | "booked" | "hold_lost" | "taken",
  taken: Parameters<typeof readTaken>[0],
  reference: string | null,
  showId: string | null,
  total: number | null,
  seats: number[] | null,
];

export async function sellSeats(pool: pg.Pool, requests: SellRequest[]): Promise<SellBatchAnswer> {
  const wants = requests
    .flatMap((request, ord) =>
      request.seats.map((seat) => ({ ...seat, ord, request, showId: request.showId })),
    )
    .sort(bySeat);
  const { rows } = await pool.query<{ verdicts: VerdictRow[]; changes: ChangesRow; now_ms: number }>({
    name: "sell-seats",
    text: SQL,
    values: [
      requests.map((_, ord) => ord),
      requests.map((request) => request.showId),
      requests.map((request) => request.customer),
      requests.map((request) => request.holdId ?? null),
      requests.map((request) => request.idempotencyKey),
      requests.map((request) => request.requestHash),
      requests.map((request) => request.reference),
      requests.map(totalOf),
      requests.map((request) => request.name ?? null),
      requests.map((request) => request.email ?? null),
      wants.map(({ ord }) => ord),
      wants.map(({ showId }) => showId),
      wants.map(({ seat }) => seat),
      wants.map(({ price }) => price),
      wants.map(({ fence }) => fence ?? null),
      wants.map(({ request }) => request.customer),
      wants.map(({ request }) => request.holdId ?? null),
    ],
  });
  const row = rows[0];
  if (!row) throw new Error("sell-seats answered no row");
  const verdicts: SellVerdict[] = requests.map(() => ({ code: "hold_lost" }));
  for (const verdict of row.verdicts) {
    const request = requests[verdict[0]];
    if (request) verdicts[verdict[0]] = readVerdict(verdict, request);
  }
  return { verdicts, changes: readChanges(row.changes), nowMs: row.now_ms };
}

function readVerdict(
  [, code, taken, reference, showId, total, seats]: VerdictRow,
  request: SellRequest,
): SellVerdict {
  if (code === "taken") return { code, taken: readTaken(taken) };
  if (code === "again") {
    const booking = {
      reference: reference ?? "",
      showId: showId ?? "",
      seats: seats ?? [],
      total: total ?? 0,
    };
    return { code: "booked", again: true, ...booking };
  }
  if (code !== "booked") return { code };
  return {
    code,
    again: false,
    reference: request.reference,
    showId: request.showId,
    seats: request.seats.map(({ seat }) => seat),
    total: totalOf(request),
  };
}

function totalOf(request: SellRequest): number {
  return request.seats.reduce((sum, { price }) => sum + price, 0);
}
