/**
 * available → held, for a whole batch of requests in one statement and one commit. Each request is granted
 * all of its seats or none. A seat is to be had when it is available, or held by a hold that has lapsed by
 * the database's clock. Seats the buyer already holds count as had, so repeating a request (a spam-click, a
 * lost reply) answers the hold that stands.
 *
 * Requests of one batch must not share a seat or a buyer; the group commit sees to that.
 */
import type pg from "pg";
import { bySeat } from "./lock-order";
import { type ChangesRow, LOG_CHANGES, type LoggedChanges, readChanges, SELECT_CHANGES } from "./log-changes";

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

/** Why a seat could not be had: enough to set the guard to what Postgres said. */
export interface TakenSeat {
  seat: number;
  status: "held" | "booked" | "blocked";
  /** Its holder or owner. */
  heldBy: string | null;
  holdId: string | null;
  leftMs: number | null;
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

const SQL = `
WITH req AS MATERIALIZED (
    SELECT * FROM unnest($1::int[], $2::text[], $3::text[], $4::text[], $5::text[])
      AS r (ord, show_id, customer, new_hold, join_hold)
  ),
  want AS MATERIALIZED (
    SELECT * FROM unnest($6::int[], $7::text[], $8::smallint[], $9::text[]) AS w (ord, show_id, seat, customer)
  ),
  locked AS MATERIALIZED (
    SELECT w.ord, s.*
    FROM want w,
         LATERAL (SELECT s.show_id, s.seat, s.status, s.held_by, s.hold_id, s.hold_until,
                         s.status = 'available' OR (s.status = 'held' AND s.hold_until <= now()) AS free,
                         s.status = 'held' AND s.hold_until > now() AND s.held_by = w.customer AS mine
                  FROM seats s WHERE s.show_id = w.show_id AND s.seat = w.seat
                  FOR NO KEY UPDATE) s
  ),
  live AS MATERIALIZED (
    SELECT s.show_id, s.seat, s.held_by, s.hold_id, s.hold_until, s.held_since
    FROM seats s
    WHERE s.show_id = ANY ($10::text[]) AND s.status = 'held' AND s.hold_until > now()
  ),
  basket AS MATERIALIZED (
    SELECT r.ord, l.seat, l.hold_id, l.hold_until, l.held_since
    FROM req r JOIN live l ON l.show_id = r.show_id AND l.held_by = r.customer
  ),
  asked AS (
    SELECT l.ord,
           count(*) FILTER (WHERE l.free)::int AS fresh,
           min(l.hold_id) FILTER (WHERE l.mine) AS own_hold,
           json_agg(json_build_array(l.seat, l.status, l.held_by, l.hold_id,
                                     (extract(epoch FROM l.hold_until - now()) * 1000)::int))
             FILTER (WHERE NOT l.free AND NOT l.mine) AS taken
    FROM locked l GROUP BY l.ord
  ),
  verdict AS MATERIALIZED (
    SELECT r.ord, r.show_id, r.customer, a.taken,
           CASE WHEN a.taken IS NOT NULL THEN 'taken'
                WHEN r.join_hold IS NOT NULL AND a.own_hold IS NULL AND joined.hold_id IS NULL THEN 'join_lost'
                WHEN a.fresh + (SELECT count(*) FROM basket b WHERE b.ord = r.ord) > $12::int AND a.fresh > 0 THEN 'too_many'
                ELSE 'held' END AS code,
           coalesce(joined.hold_id, r.new_hold) AS hold_id,
           coalesce(joined.hold_until, now() + $11::int * interval '1 millisecond') AS hold_until,
           coalesce(joined.held_since, now()) AS held_since
    FROM req r
    JOIN asked a ON a.ord = r.ord
    LEFT JOIN LATERAL (
      SELECT b.hold_id, b.hold_until, b.held_since FROM basket b
      WHERE b.ord = r.ord AND b.hold_id = coalesce(a.own_hold, r.join_hold) LIMIT 1
    ) joined ON true
  ),
  changed AS (
    UPDATE seats s
    SET status = 'held', fence = s.fence + 1, hold_id = v.hold_id, held_by = v.customer,
        held_since = v.held_since, hold_until = v.hold_until
    FROM locked l JOIN verdict v ON v.ord = l.ord
    WHERE v.code = 'held' AND l.free AND s.show_id = l.show_id AND s.seat = l.seat
    RETURNING v.ord, s.show_id, s.seat, s.status, s.hold_until
  ),
  ${LOG_CHANGES}
SELECT
  (SELECT json_agg(json_build_array(
            v.ord, v.code, v.taken, v.hold_id,
            (extract(epoch FROM v.hold_until) * 1000)::float8, (extract(epoch FROM v.held_since) * 1000)::float8,
            (SELECT json_agg(h.seat) FROM (
               SELECT b.seat FROM basket b WHERE b.ord = v.ord AND b.hold_id = v.hold_id
               UNION SELECT c.seat FROM changed c WHERE c.ord = v.ord ORDER BY seat) h)))
   FROM verdict v) AS verdicts,
  ${SELECT_CHANGES} AS changes,
  (extract(epoch FROM now()) * 1000)::float8 AS now_ms`;

interface Row {
  verdicts: VerdictRow[];
  changes: ChangesRow;
  now_ms: number;
}
type VerdictRow = [
  ord: number,
  code: HoldVerdict["code"],
  taken: [number, TakenSeat["status"], string | null, string | null, number | null][] | null,
  holdId: string,
  untilMs: number,
  sinceMs: number,
  seats: number[] | null,
];

export async function holdSeats(
  pool: pg.Pool,
  requests: HoldRequest[],
  limits: { holdTtlMs: number; maxSeats: number },
): Promise<HoldBatchAnswer> {
  const wants = requests
    .flatMap(({ showId, customer, seats }, ord) => seats.map((seat) => ({ ord, showId, seat, customer })))
    .sort(bySeat);
  const { rows } = await pool.query<Row>({
    name: "hold-seats",
    text: SQL,
    values: [
      requests.map((_, ord) => ord),
      requests.map((request) => request.showId),
      requests.map((request) => request.customer),
      requests.map((request) => request.newHoldId),
      requests.map((request) => request.joinHoldId ?? null),
      wants.map(({ ord }) => ord),
      wants.map(({ showId }) => showId),
      wants.map(({ seat }) => seat),
      wants.map(({ customer }) => customer),
      [...new Set(requests.map((request) => request.showId))],
      limits.holdTtlMs,
      limits.maxSeats,
    ],
  });
  const row = rows[0];
  if (!row) throw new Error("hold-seats answered no row");
  const verdicts: HoldVerdict[] = requests.map(() => ({ code: "taken", taken: [] }));
  for (const verdict of row.verdicts) verdicts[verdict[0]] = readVerdict(verdict);
  return { verdicts, changes: readChanges(row.changes), nowMs: row.now_ms };
}

function readVerdict([, code, taken, holdId, untilMs, sinceMs, seats]: VerdictRow): HoldVerdict {
  if (code === "held") return { code, holdId, untilMs, sinceMs, seats: seats ?? [] };
  if (code === "taken") return { code, taken: readTaken(taken) };
  return { code };
}

export function readTaken(taken: VerdictRow[2]): TakenSeat[] {
  return (taken ?? []).map(([seat, status, heldBy, holdId, leftMs]) => ({
    seat,
    status,
    heldBy,
    holdId,
    leftMs,
  }));
}
