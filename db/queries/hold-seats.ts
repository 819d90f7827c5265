/**
 * available → held, for a whole batch of requests in one round trip and one commit. Each request is granted
 * all of its seats or none. A seat is to be had when it is available, or held by a hold that has lapsed by
 * the database's clock. Seats the buyer already holds count as had, so repeating a request (a spam-click, a
 * lost reply) answers the hold that stands.
 *
 * Requests of one batch share neither a seat nor a buyer; the group commit sees to that.
 */
import type pg from "pg";
import { batchOf, changesOf, readTaken, type TakenRow, type TakenSeat } from "./batch";
import { SHOW_ORDER } from "./lock-order";
import type { LoggedChanges } from "./log-changes";

export interface HoldRequest {
  showId: string;
  customer: string;
  seats: number[];
  /** The id of the hold, if a new one begins. */
  newHoldId: string;
  /** The buyer's hold that the seats are to join. */
  joinHoldId?: string | undefined;
}

export interface StandingHold {
  holdId: string;
  seats: number[];
  untilMs: number;
  sinceMs: number;
}

export type HoldVerdict =
  | ({ code: "held" } & StandingHold)
  | { code: "taken"; taken: TakenSeat[] }
  | { code: "too_many" }
  | { code: "join_lost" };

export interface HoldBatchAnswer {
  verdicts: HoldVerdict[];
  changes: LoggedChanges[];
  nowMs: number;
}

/**
 * `r_` are the requests, `w_` the wanted seats of all of them in lock order. The buyers' other seats are
 * counted after the shows are locked: from then on no node can grant them any, so the limit is exact.
 */
export const HOLD_SEATS_FUNCTION = `
CREATE OR REPLACE FUNCTION hold_seats(
  show_ids text[],
  r_show int[], r_customer text[], r_new_hold text[], r_join_hold text[], r_seats int[],
  w_request int[], w_show int[], w_seat smallint[],
  ttl_ms int, max_seats int,
  OUT taken json, OUT verdicts json, OUT changed int[], OUT bases int[], OUT now_ms float8
) LANGUAGE plpgsql AS $$
DECLARE
  lost int[];
  own_want int[];
  own_request int[];
  own_hold text[];
  h_id text[];
  h_until timestamptz[];
  h_since timestamptz[];
BEGIN
  -- Lock every seat and ask it whether it can be had, or is the buyer's already.
  SELECT coalesce(array_agg(l.request) FILTER (WHERE NOT l.free AND NOT l.mine), '{}'),
         json_agg(json_build_array(l.request, l.seat, l.status, l.held_by, l.hold_id,
                                   (extract(epoch FROM l.hold_until - now()) * 1000)::int))
           FILTER (WHERE NOT l.free AND NOT l.mine),
         coalesce(array_agg(l.want::int) FILTER (WHERE l.mine), '{}'),
         coalesce(array_agg(l.request) FILTER (WHERE l.mine), '{}'),
         array_agg(l.hold_id) FILTER (WHERE l.mine)
  INTO lost, taken, own_want, own_request, own_hold
  FROM (
    SELECT w.want, w.request, w.seat, s.status, s.held_by, s.hold_id, s.hold_until,
           coalesce(s.free, false) AS free, coalesce(s.mine, false) AS mine
    FROM unnest(w_request, w_show, w_seat) WITH ORDINALITY AS w (request, show, seat, want)
    LEFT JOIN LATERAL (
      SELECT s.status, s.held_by, s.hold_id, s.hold_until,
             s.status = 'available' OR (s.status = 'held' AND s.hold_until <= now()) AS free,
             s.status = 'held' AND s.hold_until > now() AND s.held_by = r_customer[w.request] AS mine
      FROM seats s WHERE s.show_id = show_ids[w.show] AND s.seat = w.seat
      FOR NO KEY UPDATE) s ON true
  ) l;

  PERFORM FROM shows s WHERE s.id = ANY (show_ids) ORDER BY s.id ${SHOW_ORDER} FOR NO KEY UPDATE;

  -- What the buyers hold of these shows decides which hold the seats are of, and whether they are too many.
  WITH live AS MATERIALIZED (
    SELECT s.show_id, s.held_by, s.hold_id, min(s.hold_until) AS hold_until, min(s.held_since) AS held_since,
           array_agg(s.seat) AS seats
    FROM seats s
    WHERE s.show_id = ANY (show_ids) AND s.status = 'held' AND s.hold_until > now() AND s.held_by = ANY (r_customer)
    GROUP BY s.show_id, s.held_by, s.hold_id
  ),
  basket AS (
    SELECT l.show_id, l.held_by, sum(cardinality(l.seats)) AS seats FROM live l GROUP BY l.show_id, l.held_by
  ),
  verdict AS MATERIALIZED (
    SELECT r.request::int AS request, l.seats,
           CASE WHEN r.request = ANY (lost) THEN 'taken'
                WHEN r.join_hold IS NOT NULL AND l.hold_id IS NULL THEN 'join_lost'
                WHEN r.fresh > 0 AND r.fresh + coalesce(b.seats, 0) > max_seats THEN 'too_many'
                ELSE 'held' END AS code,
           coalesce(l.hold_id, r.new_hold) AS hold_id,
           coalesce(l.hold_until, now() + ttl_ms * interval '1 millisecond') AS hold_until,
           coalesce(l.held_since, now()) AS held_since
    FROM (
      SELECT r.request, show_ids[r.show] AS show_id, r.customer, r.new_hold, r.join_hold,
             coalesce(own_hold[array_position(own_request, r.request::int)], r.join_hold) AS hold_id,
             r.seats - cardinality(array_positions(own_request, r.request::int)) AS fresh
      FROM unnest(r_show, r_customer, r_new_hold, r_join_hold, r_seats) WITH ORDINALITY
        AS r (show, customer, new_hold, join_hold, seats, request)
    ) r
    LEFT JOIN live l ON l.show_id = r.show_id AND l.held_by = r.customer AND l.hold_id = r.hold_id
    LEFT JOIN basket b ON b.show_id = r.show_id AND b.held_by = r.customer
  )
  SELECT json_agg(json_build_array(v.request, v.code, v.hold_id, (extract(epoch FROM v.hold_until) * 1000)::float8,
                                   (extract(epoch FROM v.held_since) * 1000)::float8, v.seats)),
         array_agg(v.hold_id ORDER BY v.request),
         array_agg(v.hold_until ORDER BY v.request),
         array_agg(v.held_since ORDER BY v.request),
         coalesce(array_agg(v.request) FILTER (WHERE v.code <> 'held'), '{}')
  INTO verdicts, h_id, h_until, h_since, lost
  FROM verdict v;

  SELECT array_agg(w.want), array_agg(w.request), array_agg(w.show), array_agg(w.seat)
  INTO changed, w_request, w_show, w_seat
  FROM unnest(w_request, w_show, w_seat) WITH ORDINALITY AS w (request, show, seat, want)
  WHERE w.want <> ALL (own_want) AND w.request <> ALL (lost);

  UPDATE seats s
  SET status = 'held', fence = s.fence + 1, hold_id = h_id[w.request], held_by = r_customer[w.request],
      held_since = h_since[w.request], hold_until = h_until[w.request]
  FROM unnest(w_request, w_show, w_seat) AS w (request, show, seat)
  WHERE s.show_id = show_ids[w.show] AND s.seat = w.seat;

  bases := log_changes(show_ids, w_show, w_seat, 'held', (SELECT min(h.until) FROM unnest(h_until) AS h (until)));
  now_ms := extract(epoch FROM now()) * 1000;
END $$`;

interface Row {
  taken: TakenRow[] | null;
  verdicts: VerdictRow[];
  /** Places, counted from 1, of the wants that were carried out. */
  changed: number[] | null;
  bases: (number | null)[] | null;
  now_ms: number;
}

type VerdictRow = [
  request: number,
  code: HoldVerdict["code"],
  holdId: string,
  untilMs: number,
  sinceMs: number,
  /** The seats the hold had before. */
  seats: number[] | null,
];

export async function holdSeats(
  pool: pg.Pool,
  requests: HoldRequest[],
  limits: { holdTtlMs: number; maxSeats: number },
): Promise<HoldBatchAnswer> {
  const { wants, showIds, placeOf } = batchOf(
    requests.flatMap(({ showId, seats }, at) => seats.map((seat) => ({ showId, seat, request: at + 1 }))),
  );
  const { rows } = await pool.query<Row>({
    name: "hold-seats",
    text: `SELECT * FROM hold_seats($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    values: [
      showIds,
      requests.map(({ showId }) => placeOf(showId)),
      requests.map(({ customer }) => customer),
      requests.map(({ newHoldId }) => newHoldId),
      requests.map(({ joinHoldId }) => joinHoldId ?? null),
      requests.map(({ seats }) => seats.length),
      wants.map(({ request }) => request),
      wants.map(({ showId }) => placeOf(showId)),
      wants.map(({ seat }) => seat),
      limits.holdTtlMs,
      limits.maxSeats,
    ],
  });
  const row = rows[0];
  if (!row) throw new Error("hold-seats answered no row");
  const taken = readTaken(row.taken);
  const changed = (row.changed ?? []).flatMap((place) => wants[place - 1] ?? []);
  const gained = new Map<number, number[]>();
  for (const { request, seat } of changed) gained.set(request, [...(gained.get(request) ?? []), seat]);
  const verdicts: HoldVerdict[] = requests.map(() => ({ code: "taken", taken: [] }));
  for (const [request, code, holdId, untilMs, sinceMs, before] of row.verdicts) {
    if (code === "held") {
      const seats = [...(before ?? []), ...(gained.get(request) ?? [])];
      verdicts[request - 1] = { code, holdId, untilMs, sinceMs, seats: seats.sort((a, b) => a - b) };
    } else if (code === "taken") {
      verdicts[request - 1] = { code, taken: taken.get(request) ?? [] };
    } else {
      verdicts[request - 1] = { code };
    }
  }
  return { verdicts, changes: changesOf(changed, showIds, row.bases, "held"), nowMs: row.now_ms };
}
