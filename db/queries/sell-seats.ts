/**
 * held → booked and available → booked, for a whole batch in one round trip and one commit. A request with a
 * hold sells exactly the seats and fences it presents, if that hold still stands; a request without one sells
 * seats that are available, lapsed, or the buyer's own. A key the buyer has used before answers the booking
 * it made then, so a commit whose reply was lost can be asked for again.
 *
 * Every request names at least one seat, and requests of one batch share neither a seat nor a buyer's key; the
 * group commit sees to that.
 */
import type pg from "pg";
import { batchOf, changesOf, readTaken, type TakenRow, type TakenSeat } from "./batch";
import type { LoggedChanges } from "./log-changes";

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

/**
 * `r_` are the requests, `w_` the wanted seats of all of them in lock order. Each statement works on the whole
 * batch, and sees what other nodes committed while the ones before it waited for locks.
 */
export const SELL_SEATS_FUNCTION = `
CREATE OR REPLACE FUNCTION sell_seats(
  show_ids text[],
  r_show int[], r_customer text[], r_hold text[], r_key text[], r_hash text[], r_reference text[],
  r_total int[], r_name text[], r_email text[],
  w_request int[], w_show int[], w_seat smallint[], w_price int[], w_fence int[],
  OUT taken json, OUT repeated json, OUT bases int[], OUT now_ms float8
) LANGUAGE plpgsql AS $$
DECLARE
  lost int[];
BEGIN
  -- Lock every seat and ask it whether it can be had.
  SELECT coalesce(array_agg(l.request) FILTER (WHERE NOT l.ours), '{}'),
         json_agg(json_build_array(l.request, l.seat, l.status, l.held_by, l.hold_id,
                                   (extract(epoch FROM l.hold_until - now()) * 1000)::int)) FILTER (WHERE NOT l.ours)
  INTO lost, taken
  FROM (
    SELECT w.request, w.seat, s.status, s.held_by, s.hold_id, s.hold_until, coalesce(s.ours, false) AS ours
    FROM unnest(w_request, w_show, w_seat, w_fence) AS w (request, show, seat, fence)
    LEFT JOIN LATERAL (
      SELECT s.status, s.held_by, s.hold_id, s.hold_until,
             CASE WHEN r_hold[w.request] IS NOT NULL
                  THEN s.status = 'held' AND s.hold_id = r_hold[w.request] AND s.fence = w.fence AND s.hold_until > now()
                  ELSE s.status = 'available'
                    OR (s.status = 'held' AND (s.hold_until <= now() OR s.held_by = r_customer[w.request])) END AS ours
      FROM seats s WHERE s.show_id = show_ids[w.show] AND s.seat = w.seat
      FOR NO KEY UPDATE) s ON true
  ) l;

  -- Keys that were used before are answered, not sold again.
  SELECT lost || coalesce(array_agg(r.request::int), '{}'),
         json_agg(json_build_array(r.request, b.same, b.reference, b.show_id, b.total,
                                   (SELECT json_agg(s.seat ORDER BY s.seat) FROM booking_seats s WHERE s.reference = b.reference)))
  INTO lost, repeated
  FROM unnest(r_customer, r_key, r_hash) WITH ORDINALITY AS r (customer, key, hash, request),
    LATERAL (SELECT b.reference, b.show_id, b.total, b.request_hash = r.hash AS same
             FROM bookings b WHERE b.customer = r.customer AND b.idempotency_key = r.key LIMIT 1) b;

  -- Each request has all of its seats or none.
  IF cardinality(lost) > 0 THEN
    SELECT array_agg(w.request), array_agg(w.show), array_agg(w.seat), array_agg(w.price)
    INTO w_request, w_show, w_seat, w_price
    FROM unnest(w_request, w_show, w_seat, w_price) AS w (request, show, seat, price)
    WHERE w.request <> ALL (lost);
  END IF;

  INSERT INTO bookings (reference, customer, show_id, total, idempotency_key, request_hash, name, email)
  SELECT r.reference, r.customer, show_ids[r.show], r.total, r.key, r.hash, r.name, r.email
  FROM unnest(r_reference, r_customer, r_show, r_total, r_key, r_hash, r_name, r_email) WITH ORDINALITY
    AS r (reference, customer, show, total, key, hash, name, email, request)
  WHERE r.request <> ALL (lost);

  UPDATE seats s
  SET status = 'booked', booking_reference = r_reference[w.request], held_by = r_customer[w.request],
      fence = s.fence + CASE WHEN r_hold[w.request] IS NULL THEN 1 ELSE 0 END,
      hold_id = NULL, held_since = NULL, hold_until = NULL
  FROM unnest(w_request, w_show, w_seat) AS w (request, show, seat)
  WHERE s.show_id = show_ids[w.show] AND s.seat = w.seat;

  INSERT INTO booking_seats (reference, show_id, seat, price)
  SELECT r_reference[w.request], show_ids[w.show], w.seat, w.price
  FROM unnest(w_request, w_show, w_seat, w_price) AS w (request, show, seat, price);

  bases := log_changes(show_ids, w_show, w_seat, 'booked', NULL);
  now_ms := extract(epoch FROM now()) * 1000;
END $$`;

interface Row {
  taken: TakenRow[] | null;
  repeated: RepeatedRow[] | null;
  bases: (number | null)[] | null;
  now_ms: number;
}

type RepeatedRow = [
  request: number,
  same: boolean,
  reference: string,
  showId: string,
  total: number,
  seats: number[] | null,
];

export async function sellSeats(pool: pg.Pool, requests: SellRequest[]): Promise<SellBatchAnswer> {
  const { wants, showIds, placeOf } = batchOf(
    requests.flatMap(({ showId, seats }, at) =>
      seats.map(({ seat, price, fence }) => ({ showId, seat, price, fence: fence ?? null, request: at + 1 })),
    ),
  );
  const { rows } = await pool.query<Row>({
    name: "sell-seats",
    text: `SELECT * FROM sell_seats($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
    values: [
      showIds,
      requests.map(({ showId }) => placeOf(showId)),
      requests.map(({ customer }) => customer),
      requests.map(({ holdId }) => holdId ?? null),
      requests.map(({ idempotencyKey }) => idempotencyKey),
      requests.map(({ requestHash }) => requestHash),
      requests.map(({ reference }) => reference),
      requests.map(totalOf),
      requests.map(({ name }) => name ?? null),
      requests.map(({ email }) => email ?? null),
      wants.map(({ request }) => request),
      wants.map(({ showId }) => placeOf(showId)),
      wants.map(({ seat }) => seat),
      wants.map(({ price }) => price),
      wants.map(({ fence }) => fence),
    ],
  });
  const row = rows[0];
  if (!row) throw new Error("sell-seats answered no row");
  const taken = readTaken(row.taken);
  const repeated = new Map((row.repeated ?? []).map((repetition) => [repetition[0], repetition]));
  const sold = wants.filter(({ request }) => !taken.has(request) && !repeated.has(request));
  return {
    verdicts: requests.map((request, at) => readVerdict(request, taken.get(at + 1), repeated.get(at + 1))),
    changes: changesOf(sold, showIds, row.bases, "booked"),
    nowMs: row.now_ms,
  };
}

function readVerdict(
  request: SellRequest,
  taken: TakenSeat[] | undefined,
  repeated: RepeatedRow | undefined,
): SellVerdict {
  if (repeated) {
    const [, same, reference, showId, total, seats] = repeated;
    if (!same) return { code: "mismatch" };
    return { code: "booked", again: true, reference, showId, seats: seats ?? [], total };
  }
  if (taken) return request.holdId === undefined ? { code: "taken", taken } : { code: "hold_lost" };
  const { reference, showId } = request;
  const seats = request.seats.map(({ seat }) => seat);
  return { code: "booked", again: false, reference, showId, seats, total: totalOf(request) };
}

function totalOf(request: SellRequest): number {
  return request.seats.reduce((sum, { price }) => sum + price, 0);
}
