/**
 * held → held with a later end, for a batch. The seats and fences are those the caller read; a hold of
 * which any seat has moved on since is not extended at all. No seat changes its status, so no version does.
 */
import type pg from "pg";
import { SHOW_ORDER } from "./lock-order";

export interface FencedSeats {
  showId: string;
  holdId: string;
  seats: number[];
  fences: number[];
}

export interface ExtendBatchAnswer {
  /** The new end of each hold, or null where the hold was lost. */
  untilMs: (number | null)[];
  nowMs: number;
}

const SQL = `
WITH want AS MATERIALIZED (
    SELECT * FROM unnest($1::int[], $2::text[], $3::text[], $4::smallint[], $5::int[]) AS w (ord, show_id, hold_id, seat, fence)
  ),
  locked AS MATERIALIZED (
    SELECT w.ord, s.show_id, s.seat,
           s.status = 'held' AND s.hold_id = w.hold_id AND s.fence = w.fence AND s.hold_until > now() AS ours
    FROM want w JOIN seats s ON s.show_id = w.show_id AND s.seat = w.seat
    ORDER BY s.show_id ${SHOW_ORDER}, s.seat
    FOR NO KEY UPDATE OF s
  ),
  standing AS (
    SELECT ord FROM locked GROUP BY ord HAVING bool_and(ours)
  ),
  extended AS (
    UPDATE seats s
    SET hold_until = greatest(s.hold_until,
                              least(now() + $6::int * interval '1 millisecond',
                                    s.held_since + $7::int * interval '1 millisecond'))
    FROM locked l JOIN standing t ON t.ord = l.ord
    WHERE s.show_id = l.show_id AND s.seat = l.seat
    RETURNING l.ord, s.hold_until
  )
SELECT (SELECT json_agg(json_build_array(e.ord, (extract(epoch FROM e.until) * 1000)::float8))
        FROM (SELECT ord, min(hold_until) AS until FROM extended GROUP BY ord) e) AS ends,
       (extract(epoch FROM now()) * 1000)::float8 AS now_ms`;

export async function extendHolds(
  pool: pg.Pool,
  holds: FencedSeats[],
  limits: { holdTtlMs: number; holdMaxMs: number },
): Promise<ExtendBatchAnswer> {
  const { rows } = await pool.query<{ ends: [number, number][] | null; now_ms: number }>({
    name: "extend-holds",
    text: SQL,
    values: [...fencedColumns(holds), limits.holdTtlMs, limits.holdMaxMs],
  });
  const row = rows[0];
  if (!row) throw new Error("extend-holds answered no row");
  const untilMs: (number | null)[] = holds.map(() => null);
  for (const [ord, until] of row.ends ?? []) untilMs[ord] = until;
  return { untilMs, nowMs: row.now_ms };
}

/** The columns (ord, show, hold, seat, fence) of every seat of every hold. */
export function fencedColumns(holds: FencedSeats[]): [number[], string[], string[], number[], number[]] {
  const columns: [number[], string[], string[], number[], number[]] = [[], [], [], [], []];
  for (const [ord, hold] of holds.entries()) {
    for (const [at, seat] of hold.seats.entries()) {
      columns[0].push(ord);
      columns[1].push(hold.showId);
      columns[2].push(hold.holdId);
      columns[3].push(seat);
      columns[4].push(hold.fences[at] ?? -1);
    }
  }
  return columns;
}
