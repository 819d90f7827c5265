/** Live holds, by their id or by their buyer: the seats with the fences that a later write must present. */
import type pg from "pg";
import type { StandingHold } from "./hold-seats";

export type HoldQuery = { showId: string; holdId: string } | { showId: string; customer: string };

export interface FoundHold extends StandingHold {
  showId: string;
  customer: string;
  /** In the order of `seats`. */
  fences: number[];
}

export interface HoldsAnswer {
  found: FoundHold[][];
  nowMs: number;
}

const SQL = `
  WITH live AS MATERIALIZED (
    SELECT s.show_id, s.seat, s.fence, s.held_by, s.hold_id, s.hold_until, s.held_since
    FROM seats s
    WHERE s.show_id = ANY ($1::text[]) AND s.status = 'held' AND s.hold_until > now()
  )
  SELECT (SELECT json_agg(json_build_array(h.show_id, h.hold_id, h.held_by, h.until_ms, h.since_ms, h.seats, h.fences))
          FROM (SELECT l.show_id, l.hold_id, l.held_by,
                       (extract(epoch FROM min(l.hold_until)) * 1000)::float8 AS until_ms,
                       (extract(epoch FROM min(l.held_since)) * 1000)::float8 AS since_ms,
                       json_agg(l.seat ORDER BY l.seat) AS seats, json_agg(l.fence ORDER BY l.seat) AS fences
                FROM live l
                WHERE l.hold_id = ANY ($2::text[]) OR l.held_by = ANY ($3::text[])
                GROUP BY l.show_id, l.hold_id, l.held_by) h) AS holds,
         (extract(epoch FROM now()) * 1000)::float8 AS now_ms`;

type HoldRow = [string, string, string, number, number, number[], number[]];

/** A batch of questions in one read; the answers are in their order. */
export async function findHolds(pool: pg.Pool, queries: HoldQuery[]): Promise<HoldsAnswer> {
  const { rows } = await pool.query<{ holds: HoldRow[] | null; now_ms: number }>({
    name: "find-holds",
    text: SQL,
    values: [
      [...new Set(queries.map((query) => query.showId))],
      queries.flatMap((query) => ("holdId" in query ? [query.holdId] : [])),
      queries.flatMap((query) => ("customer" in query ? [query.customer] : [])),
    ],
  });
  const row = rows[0];
  if (!row) throw new Error("find-holds answered no row");
  const holds = (row.holds ?? []).map(
    ([showId, holdId, customer, untilMs, sinceMs, seats, fences]): FoundHold => ({
      showId,
      holdId,
      customer,
      untilMs,
      sinceMs,
      seats,
      fences,
    }),
  );
  const found = queries.map((query) =>
    holds.filter((hold) =>
      "holdId" in query
        ? hold.holdId === query.holdId
        : hold.customer === query.customer && hold.showId === query.showId,
    ),
  );
  return { found, nowMs: row.now_ms };
}
