/** Live holds, by their id or by their buyer: the seats with the fences that a later write must present. */
import type pg from "pg";
import type { HeldSeats } from "#db/transitions/hold-seats";

export type HoldQuery = { showId: string; holdId: string } | { showId: string; buyer: string };

export interface FoundHold extends HeldSeats {
  showId: string;
  buyer: string;
}

export interface HoldsAnswer {
  found: FoundHold[][];
  nowMs: number;
}

const SQL = `
  WITH live AS MATERIALIZED (
    SELECT s.show_id, s.seat, s.fence, s.held_by, s.hold_id, s.hold_until, s.held_since
    FROM seats s
    WHERE s.show_id = ANY ($1::text[]) AND s.status = 'held' AND s.hold_until > clock_timestamp()
  )
  SELECT (SELECT json_agg(json_build_array(h.show_id, h.hold_id, h.held_by, h.until_ms, h.since_ms, h.seats, h.fences))
          FROM (SELECT l.show_id, l.hold_id, l.held_by,
                       (extract(epoch FROM min(l.hold_until)) * 1000)::float8 AS until_ms,
                       (extract(epoch FROM min(l.held_since)) * 1000)::float8 AS since_ms,
                       json_agg(l.seat ORDER BY l.seat) AS seats, json_agg(l.fence ORDER BY l.seat) AS fences
                FROM live l
                WHERE l.hold_id = ANY ($2::text[]) OR l.held_by = ANY ($3::text[])
                GROUP BY l.show_id, l.hold_id, l.held_by) h) AS holds,
         (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now_ms`;

type HoldRow = [string, string, string, number, number, number[], number[]];

/** A batch of questions in one read; the answers are in their order. */
export async function findHolds(pool: pg.Pool, queries: HoldQuery[]): Promise<HoldsAnswer> {
  const { rows } = await pool.query<{ holds: HoldRow[] | null; now_ms: number }>({
    name: "find-holds",
    text: SQL,
    values: [
      [...new Set(queries.map((query) => query.showId))],
      queries.flatMap((query) => ("holdId" in query ? [query.holdId] : [])),
      queries.flatMap((query) => ("buyer" in query ? [query.buyer] : [])),
    ],
  });
  const row = rows[0];
  if (!row) throw new Error("find-holds answered no row");
  const holds = (row.holds ?? []).map(
    ([showId, holdId, buyer, untilMs, sinceMs, seats, fences]): FoundHold => ({
      showId,
      holdId,
      buyer,
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
        : hold.buyer === query.buyer && hold.showId === query.showId,
    ),
  );
  return { found, nowMs: row.now_ms };
}
