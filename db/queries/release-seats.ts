/** held → available, for a batch: seats whose hold id and fence are still those presented. Others are left alone. */
import type pg from "pg";
import { type FencedSeats, fencedColumns } from "./extend-holds";
import { SHOW_ORDER } from "./lock-order";
import { type ChangesRow, LOG_CHANGES, type LoggedChanges, readChanges, SELECT_CHANGES } from "./log-changes";

export interface ReleaseBatchAnswer {
  changes: LoggedChanges[];
  nowMs: number;
}

const SQL = `
WITH want AS MATERIALIZED (
    SELECT * FROM unnest($1::int[], $2::text[], $3::text[], $4::smallint[], $5::int[]) AS w (ord, show_id, hold_id, seat, fence)
  ),
  locked AS MATERIALIZED (
    SELECT s.show_id, s.seat
    FROM want w JOIN seats s ON s.show_id = w.show_id AND s.seat = w.seat
    WHERE s.status = 'held' AND s.hold_id = w.hold_id AND s.fence = w.fence
    ORDER BY s.show_id ${SHOW_ORDER}, s.seat
    FOR NO KEY UPDATE OF s
  ),
  changed AS (
    UPDATE seats s
    SET status = 'available', hold_id = NULL, held_by = NULL, held_since = NULL, hold_until = NULL
    FROM locked l
    WHERE s.show_id = l.show_id AND s.seat = l.seat
    RETURNING s.show_id, s.seat, s.status, s.hold_until
  ),
  ${LOG_CHANGES}
SELECT ${SELECT_CHANGES} AS changes, (extract(epoch FROM now()) * 1000)::float8 AS now_ms`;

export async function releaseSeats(pool: pg.Pool, holds: FencedSeats[]): Promise<ReleaseBatchAnswer> {
  const { rows } = await pool.query<{ changes: ChangesRow; now_ms: number }>({
    name: "release-seats",
    text: SQL,
    values: fencedColumns(holds),
  });
  const row = rows[0];
  if (!row) throw new Error("release-seats answered no row");
  return { changes: readChanges(row.changes), nowMs: row.now_ms };
}
