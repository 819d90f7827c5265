/**
 * held → booked and available → booked. A request with a hold sells exactly the seats and fences it presents, if
 * that hold still stands; a request without one sells seats that are available, lapsed, or the buyer's own, and of
 * a show that has begun only the buyer's own. A key that was used before answers what became of it then, and a
 * refused request closes its key.
 *
 * Every request names at least one seat, and requests of one call share neither a seat nor a buyer's key; the
 * group commit sees to that.
 */
import {
  FIND_KEYS,
  type KeyVerdict,
  type KnownKeyRow,
  REFUSE_KEYS,
  readKnownKeys,
  SALES_IN_ORDER,
  type SoldBooking,
  saleRow,
} from "./keys";
import { CHANGES_ANSWER, type ChangesRow, type LoggedChanges, logChanges, readChanges } from "./log-changes";
import { rowLiteral, rowType } from "./row-type";
import { defineShowFunction, lockAndRaise, lowerAgain, type ShowCall, showFunction } from "./show-function";
import { readTaken, TAKEN_ROW, type TakenRow, type TakenSeat } from "./taken-seats";

export interface SellRequest {
  showId: string;
  buyer: string;
  /** Undefined: one-shot, without a hold before it. */
  holdId?: string | undefined;
  seats: { seat: number; price: number; fence?: number | undefined }[];
  idempotencyKey: string;
  requestHash: string;
  reference: string;
  name?: string | undefined;
  email?: string | undefined;
}

export type SellVerdict =
  | ({ code: "booked"; again: false } & SoldBooking)
  | KeyVerdict
  | { code: "hold_lost" }
  | { code: "begun" }
  | { code: "taken"; taken: TakenSeat[] };

export const WANTED_SEAT_TYPE = rowType("wanted_seat", {
  request: "int",
  seat: "int",
  price: "int",
  hold: "text",
  fence: "int",
  buyer: "text",
  reference: "text",
});

/** Raised and caught within the function: not everything can be simply sold. */
const NOT_SIMPLE = "LS002";

export const SELL_SEATS = showFunction("sell_seats", {
  r_sales: "sale_request[]",
  w_seats: "wanted_seat[]",
  /** How many of the seats are wanted without a hold. */
  r_unheld: "int",
});
const RAISED = { changes: "cardinality(w_seats)", newlyTaken: "r_unheld" };

/**
 * `r_sales` are the requests, `w_seats` the seats that all of them want, each with all that is known of it: a statement
 * that looks things up by subscript is slower, and cannot be spread over several databases. One list of rows costs a
 * statement less to begin with than a list for each column.
 *
 * Nearly always everything is simply sold, so that is tried first, by as few statements as write it: the seat's own
 * condition and fence decide, and a key that was used before stops at its index. If anything is otherwise, all of it
 * is undone and goes the second way, which knows every answer.
 */
export const SELL_SEATS_FUNCTION = defineShowFunction(SELL_SEATS, {
  answers: `OUT known_keys json, OUT taken_seats json, OUT begun int[], ${CHANGES_ANSWER}`,
  declare: `
  used int[];
  lost int[];
  r_refusal jsonb[];
  s_request int[]; s_price int[]; s_buyer text[]; s_reference text[]; s_hold text[];
  v_rows int;
  v_newly_taken int;`,
  body: `${lockAndRaise(RAISED)}
  IF NOT v_begun THEN
    BEGIN
      IF v_has_refused_keys THEN
        PERFORM FROM unnest(r_sales) AS r
        JOIN refused_keys k ON k.show_id = p_show AND k.buyer = r.buyer AND k.idempotency_key = r.key;
        IF FOUND THEN RAISE EXCEPTION USING ERRCODE = '${NOT_SIMPLE}'; END IF;
      END IF;
      INSERT INTO bookings (show_id, reference, buyer, total, idempotency_key, request_hash, name, email)
      SELECT p_show, r.reference, r.buyer, r.total, r.key, r.hash, r.name, r.email
      FROM unnest(r_sales) AS r;
      WITH sold AS (
        UPDATE seats s
        SET status = 'booked', booking_reference = w.reference, held_by = w.buyer,
            fence = s.fence + CASE WHEN w.hold IS NULL THEN 1 ELSE 0 END, hold_id = NULL, held_since = NULL, hold_until = NULL
        FROM unnest(w_seats) AS w
        WHERE s.show_id = p_show AND s.seat = w.seat
          AND CASE WHEN w.hold IS NULL THEN s.status = 'available'
                   ELSE s.status = 'held' AND s.hold_id = w.hold AND s.fence = w.fence AND s.hold_until > v_now END
        RETURNING s.seat, s.fence
      )
      SELECT array_agg(x.seat), array_agg(x.fence) INTO changed, fences FROM sold x;
      IF cardinality(changed) IS DISTINCT FROM cardinality(w_seats) THEN RAISE EXCEPTION USING ERRCODE = '${NOT_SIMPLE}'; END IF;
      INSERT INTO booking_seats (show_id, reference, seat, price)
      SELECT p_show, w.reference, w.seat, w.price FROM unnest(w_seats) AS w;
      INSERT INTO seat_changes (show_id, version, seats, status) VALUES (p_show, version, changed, 'booked');
      now_ms := extract(epoch FROM clock_timestamp()) * 1000;
      RETURN;
    EXCEPTION WHEN SQLSTATE '${NOT_SIMPLE}' OR unique_violation THEN
      changed := NULL; fences := NULL;
    END;
  END IF;
${lowerAgain(RAISED)}
${FIND_KEYS}
  -- Ask every seat whether it can be had.
  SELECT coalesce(array_agg(l.request) FILTER (WHERE NOT l.ours), '{}'),
         json_agg(${TAKEN_ROW}) FILTER (WHERE NOT l.ours AND l.status IS NOT NULL AND NOT l.free),
         coalesce(array_agg(l.request) FILTER (WHERE NOT l.ours AND l.free AND l.hold IS NULL), '{}'),
         array_agg(l.request), array_agg(l.seat), array_agg(l.price), array_agg(l.buyer), array_agg(l.reference), array_agg(l.hold),
         array_agg(l.fence + CASE WHEN l.hold IS NULL THEN 1 ELSE 0 END),
         (count(*) FILTER (WHERE l.status = 'available'))::int
  INTO lost, taken_seats, begun, s_request, changed, s_price, s_buyer, s_reference, s_hold, fences, v_newly_taken
  FROM (
    SELECT w.request, w.seat, w.price, w.hold, w.buyer, w.reference, s.status, s.fence, s.held_by, s.hold_id, s.hold_until,
           coalesce(f.free, false) AS free,
           coalesce(CASE WHEN w.hold IS NOT NULL
                THEN s.status = 'held' AND s.hold_id = w.hold AND s.fence = w.fence AND s.hold_until > v_now
                ELSE (f.free AND NOT v_begun) OR (s.status = 'held' AND s.hold_until > v_now AND s.held_by = w.buyer) END,
                    false) AS ours
    FROM unnest(w_seats) AS w
    LEFT JOIN seats s ON s.show_id = p_show AND s.seat = w.seat
    CROSS JOIN LATERAL (SELECT s.status = 'available' OR (s.status = 'held' AND s.hold_until <= v_now) AS free) f
  ) l;

  -- Each request has all of its seats or none.
  IF cardinality(used) > 0 OR cardinality(lost) > 0 THEN
    SELECT array_agg(CASE
             WHEN r.request = ANY (lost) AND r.request = ANY (begun) AND (t.seats IS NULL) THEN '{"code":"begun"}'::jsonb
             WHEN r.request = ANY (lost) AND r.hold IS NOT NULL THEN '{"code":"hold_lost"}'
             WHEN r.request = ANY (lost) THEN jsonb_build_object('code', 'taken', 'seats', coalesce(t.seats, '[]'::jsonb))
           END ORDER BY r.request)
    INTO r_refusal
    FROM (SELECT w.request, min(w.hold) AS hold FROM unnest(w_seats) AS w GROUP BY w.request) r
    LEFT JOIN (SELECT (e.row->>0)::int AS request, jsonb_agg((e.row->>1)::int) AS seats
               FROM json_array_elements(taken_seats) AS e (row) GROUP BY 1) t ON t.request = r.request;
    ${REFUSE_KEYS}
    SELECT array_agg(l.seat), array_agg(l.price), array_agg(l.buyer), array_agg(l.reference), array_agg(l.fence), array_agg(l.hold),
           coalesce(sum(CASE WHEN s.status = 'available' THEN 1 ELSE 0 END), 0)::int
    INTO changed, s_price, s_buyer, s_reference, fences, s_hold, v_newly_taken
    FROM unnest(s_request, changed, s_price, s_buyer, s_reference, fences, s_hold) AS l (request, seat, price, buyer, reference, fence, hold)
    JOIN seats s ON s.show_id = p_show AND s.seat = l.seat
    WHERE l.request <> ALL (lost) AND l.request <> ALL (used);
  END IF;

  IF cardinality(changed) > 0 THEN
    INSERT INTO bookings (show_id, reference, buyer, total, idempotency_key, request_hash, name, email)
    SELECT p_show, r.reference, r.buyer, r.total, r.key, r.hash, r.name, r.email
    FROM ${SALES_IN_ORDER}
    WHERE r.request <> ALL (lost) AND r.request <> ALL (used);

    -- Once more by the seat's own condition and fence: they decide, whatever was read before.
    UPDATE seats s
    SET status = 'booked', booking_reference = w.reference, held_by = w.buyer, fence = w.fence,
        hold_id = NULL, held_since = NULL, hold_until = NULL
    FROM unnest(changed, s_reference, s_buyer, fences, s_hold) AS w (seat, reference, buyer, fence, hold)
    WHERE s.show_id = p_show AND s.seat = w.seat AND s.status IN ('available', 'held')
      AND s.fence = w.fence - CASE WHEN w.hold IS NULL THEN 1 ELSE 0 END;
    GET DIAGNOSTICS v_rows = ROW_COUNT;
    IF v_rows <> cardinality(changed) THEN RAISE EXCEPTION 'a seat of % changed while it was sold', p_show; END IF;

    INSERT INTO booking_seats (show_id, reference, seat, price)
    SELECT p_show, w.reference, w.seat, w.price FROM unnest(s_reference, changed, s_price) AS w (reference, seat, price);${logChanges("booked", "v_newly_taken")}
  END IF;`,
});

export function sellCall(showId: string, requests: SellRequest[]): ShowCall {
  const r_sales: string[] = [];
  const w_seats: string[] = [];
  let r_unheld = 0;
  for (const [at, request] of requests.entries()) {
    const { reference, buyer, holdId } = request;
    r_sales.push(saleRow({ ...request, total: totalOf(request) }));
    if (holdId === undefined) r_unheld += request.seats.length;
    for (const { seat, price, fence } of request.seats) {
      w_seats.push(rowLiteral([at + 1, seat, price, holdId, fence, buyer, reference]));
    }
  }
  return { showId, columns: { r_sales, w_seats, r_unheld } };
}

export interface SellRow extends ChangesRow {
  known_keys: KnownKeyRow[] | null;
  taken_seats: TakenRow[] | null;
  /** Requests that wanted a free seat of a show that has begun. */
  begun: number[] | null;
}

export function readSales(
  showId: string,
  requests: SellRequest[],
  row: SellRow,
): { verdicts: SellVerdict[]; changes: LoggedChanges[] } {
  const known = readKnownKeys(showId, row.known_keys);
  const taken = readTaken(row.taken_seats);
  const begun = new Set(row.begun);
  const fenceOf = new Map((row.changed ?? []).map((seat, at) => [seat, row.fences?.[at] ?? 0]));
  const verdicts = requests.map((request, at): SellVerdict => {
    const before = known.get(at + 1);
    if (before) return before;
    const seats = request.seats.map(({ seat }) => seat);
    if (seats.every((seat) => fenceOf.has(seat))) {
      const fences = seats.map((seat) => fenceOf.get(seat) ?? 0);
      return {
        code: "booked",
        again: false,
        reference: request.reference,
        showId,
        seats,
        fences,
        total: totalOf(request),
      };
    }
    if (request.holdId !== undefined) return { code: "hold_lost" };
    const others = taken.get(at + 1);
    return !others && begun.has(at + 1) ? { code: "begun" } : { code: "taken", taken: others ?? [] };
  });
  return { verdicts, changes: readChanges(showId, row, "booked") };
}

function totalOf(request: SellRequest): number {
  return request.seats.reduce((sum, { price }) => sum + price, 0);
}
