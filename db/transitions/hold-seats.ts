/**
 * available → held. Each request is granted all of its seats or none. A seat is to be had when it is available,
 * or held by a hold that has lapsed. Seats the buyer already holds count as had, so repeating a request (a
 * spam-click, a lost reply) answers the hold that stands. A show that has begun grants no free seat.
 *
 * Requests of one call share neither a seat nor a buyer; the group commit sees to that.
 */
import { CHANGES_ANSWER, type ChangesRow, type LoggedChanges, logChanges, readChanges } from "./log-changes";
import { defineShowFunction, LOCK_SHOW, type ShowCall, showFunction } from "./show-function";
import { readTaken, TAKEN_ROW, type TakenRow, type TakenSeat } from "./taken-seats";

export interface HoldRequest {
  showId: string;
  buyer: string;
  seats: number[];
  /** The id of the hold, if a new one begins. */
  newHoldId: string;
  /** The buyer's hold that the seats are to join. */
  joinHoldId?: string | undefined;
}

export interface HeldSeats {
  holdId: string;
  seats: number[];
  /** In the order of `seats`. */
  fences: number[];
  untilMs: number;
  sinceMs: number;
}

export type HoldVerdict =
  | ({ code: "held" } & HeldSeats)
  | { code: "taken"; taken: TakenSeat[] }
  | { code: "begun" }
  | { code: "too_many" }
  | { code: "join_lost" };

export const HOLD_SEATS = showFunction("hold_seats", {
  r_buyer: "text[]",
  r_new_hold: "text[]",
  r_join_hold: "text[]",
  w_request: "int[]",
  w_seat: "int[]",
  w_buyer: "text[]",
  ttl_ms: "int",
  max_seats: "int",
});

/** `r_` are the requests, `w_` the seats that all of them want, `g_` those that are granted. */
export const HOLD_SEATS_FUNCTION = defineShowFunction(HOLD_SEATS, {
  answers: `OUT verdicts json, OUT taken_seats json, ${CHANGES_ANSWER}`,
  declare: `g_hold text[]; g_buyer text[]; g_until timestamptz[]; g_since timestamptz[]; v_updated int; v_newly_taken int;`,
  body: `${LOCK_SHOW}
  WITH wanted AS MATERIALIZED (
    SELECT w.request, w.seat, w.buyer, s.status, s.fence, s.held_by, s.hold_id, s.hold_until,
           s.status = 'available' OR (s.status = 'held' AND s.hold_until <= v_now) AS free,
           s.status = 'held' AND s.hold_until > v_now AND s.held_by = w.buyer AS mine
    FROM unnest(w_request, w_seat, w_buyer) AS w (request, seat, buyer)
    JOIN seats s ON s.show_id = p_show AND s.seat = w.seat
  ),
  -- What the buyers hold of this show decides which hold the seats are of, and whether they are too many.
  live AS MATERIALIZED (
    SELECT s.held_by, s.hold_id, min(s.hold_until) AS hold_until, min(s.held_since) AS held_since,
           array_agg(s.seat) AS seats, array_agg(s.fence) AS fences
    FROM seats s
    WHERE s.show_id = p_show AND s.status = 'held' AND s.hold_until > v_now AND s.held_by = ANY (r_buyer)
    GROUP BY s.held_by, s.hold_id
  ),
  asked AS (
    SELECT w.request, bool_or(NOT w.free AND NOT w.mine) AS lost, count(*) FILTER (WHERE w.free) AS fresh,
           min(w.hold_id) FILTER (WHERE w.mine) AS own_hold
    FROM wanted w GROUP BY w.request
  ),
  verdict AS MATERIALIZED (
    SELECT r.request::int AS request,
           CASE WHEN a.lost IS NOT FALSE THEN 'taken'
                WHEN a.fresh > 0 AND v_begun THEN 'begun'
                WHEN r.join_hold IS NOT NULL AND l.hold_id IS NULL THEN 'join_lost'
                WHEN a.fresh > 0 AND a.fresh + (SELECT coalesce(sum(cardinality(o.seats)), 0) FROM live o WHERE o.held_by = r.buyer)
                  > max_seats THEN 'too_many'
                ELSE 'held' END AS code,
           coalesce(l.hold_id, r.new_hold) AS hold_id,
           coalesce(l.hold_until, v_now + ttl_ms * interval '1 millisecond') AS hold_until,
           coalesce(l.held_since, v_now) AS held_since,
           l.seats, l.fences
    FROM unnest(r_buyer, r_new_hold, r_join_hold) WITH ORDINALITY AS r (buyer, new_hold, join_hold, request)
    LEFT JOIN asked a ON a.request = r.request
    LEFT JOIN live l ON l.held_by = r.buyer AND l.hold_id = coalesce(a.own_hold, r.join_hold)
  ),
  granted AS MATERIALIZED (
    SELECT w.request, w.seat, w.buyer, w.status, w.fence, v.hold_id, v.hold_until, v.held_since
    FROM wanted w JOIN verdict v ON v.request = w.request WHERE v.code = 'held' AND w.free
  )
  SELECT (SELECT json_agg(json_build_array(v.request, v.code, v.hold_id, (extract(epoch FROM v.hold_until) * 1000)::float8,
                                           (extract(epoch FROM v.held_since) * 1000)::float8,
                                           v.seats || n.seats, v.fences || n.fences))
          FROM verdict v
          LEFT JOIN (SELECT g.request, array_agg(g.seat) AS seats, array_agg(g.fence + 1) AS fences
                     FROM granted g GROUP BY g.request) n ON n.request = v.request),
         (SELECT json_agg(${TAKEN_ROW}) FROM wanted l WHERE NOT l.free AND NOT l.mine),
         g.seats, g.fences, g.holds, g.buyers, g.untils, g.sinces, g.newly_taken
  INTO verdicts, taken_seats, changed, fences, g_hold, g_buyer, g_until, g_since, v_newly_taken
  FROM (SELECT array_agg(g.seat) AS seats, array_agg(g.fence + 1) AS fences, array_agg(g.hold_id) AS holds,
               array_agg(g.buyer) AS buyers, array_agg(g.hold_until) AS untils, array_agg(g.held_since) AS sinces,
               (count(*) FILTER (WHERE g.status = 'available'))::int AS newly_taken
        FROM granted g) g;

  IF cardinality(changed) > 0 THEN
    UPDATE seats s
    SET status = 'held', fence = g.fence, hold_id = g.hold_id, held_by = g.buyer, held_since = g.since, hold_until = g.until
    FROM unnest(changed, fences, g_hold, g_buyer, g_since, g_until) AS g (seat, fence, hold_id, buyer, since, until)
    WHERE s.show_id = p_show AND s.seat = g.seat AND s.fence = g.fence - 1
      AND (s.status = 'available' OR (s.status = 'held' AND s.hold_until <= v_now));
    GET DIAGNOSTICS v_updated = ROW_COUNT;
    IF v_updated <> cardinality(changed) THEN RAISE EXCEPTION 'a seat of % changed while it was granted', p_show; END IF;${logChanges("held", "v_newly_taken", "least(s.next_lapse, (SELECT min(g.until) FROM unnest(g_until) AS g (until)))")}
  END IF;`,
});

export function holdCall(
  showId: string,
  requests: HoldRequest[],
  limits: { holdTtlMs: number; maxSeats: number },
): ShowCall {
  const wants = requests.flatMap(({ seats, buyer }, at) =>
    seats.map((seat) => ({ request: at + 1, seat, buyer })),
  );
  return {
    showId,
    columns: {
      r_buyer: requests.map(({ buyer }) => buyer),
      r_new_hold: requests.map(({ newHoldId }) => newHoldId),
      r_join_hold: requests.map(({ joinHoldId }) => joinHoldId ?? null),
      w_request: wants.map(({ request }) => request),
      w_seat: wants.map(({ seat }) => seat),
      w_buyer: wants.map(({ buyer }) => buyer),
      ttl_ms: limits.holdTtlMs,
      max_seats: limits.maxSeats,
    },
  };
}

export interface HoldRow extends ChangesRow {
  verdicts: VerdictRow[];
  taken_seats: TakenRow[] | null;
}

type VerdictRow = [
  request: number,
  code: HoldVerdict["code"],
  holdId: string,
  untilMs: number,
  sinceMs: number,
  seats: number[] | null,
  fences: number[] | null,
];

export function readHolds(
  showId: string,
  requests: HoldRequest[],
  row: HoldRow,
): { verdicts: HoldVerdict[]; changes: LoggedChanges[] } {
  const taken = readTaken(row.taken_seats);
  const verdicts: HoldVerdict[] = requests.map(() => ({ code: "taken", taken: [] }));
  for (const [request, code, holdId, untilMs, sinceMs, seats, fences] of row.verdicts) {
    if (code === "held") {
      verdicts[request - 1] = { code, holdId, untilMs, sinceMs, ...bySeat(seats ?? [], fences ?? []) };
    } else if (code === "taken") {
      verdicts[request - 1] = { code, taken: taken.get(request) ?? [] };
    } else {
      verdicts[request - 1] = { code };
    }
  }
  return { verdicts, changes: readChanges(showId, row, "held") };
}

function bySeat(seats: number[], fences: number[]): { seats: number[]; fences: number[] } {
  const pairs = seats.map((seat, at): [number, number] => [seat, fences[at] ?? 0]).sort(([a], [b]) => a - b);
  return { seats: pairs.map(([seat]) => seat), fences: pairs.map(([, fence]) => fence) };
}
