/**
 * Makes lapsed holds visible. They were free for every buyer from the moment they lapsed; the sweep only
 * writes it down. Shows that cannot have a lapsed hold are not looked at (`next_lapse`), shows another node
 * is sweeping and seats a buyer is taking are skipped.
 *
 * Two statements in one transaction: the first takes the show's row, so that the second, with a newer
 * snapshot, sees every hold granted before it and can say when the next one ends.
 */
import type pg from "pg";
import { SHOW_ORDER } from "./lock-order";
import { type ChangesRow, LOG_CHANGES, type LoggedChanges, readChanges, SELECT_CHANGES } from "./log-changes";

export interface Sweep {
  changes: LoggedChanges[];
  lapsed: { holdId: string; customer: string }[];
}

const CLAIM = `
  SELECT id FROM shows WHERE next_lapse <= now() ORDER BY id ${SHOW_ORDER} LIMIT 20 FOR NO KEY UPDATE SKIP LOCKED`;

const SWEEP = `
WITH locked AS MATERIALIZED (
    SELECT s.show_id, s.seat, s.hold_id, s.held_by
    FROM seats s
    WHERE s.show_id = ANY ($1::text[]) AND s.status = 'held' AND s.hold_until <= now()
    FOR NO KEY UPDATE SKIP LOCKED
  ),
  changed AS (
    UPDATE seats s
    SET status = 'available', hold_id = NULL, held_by = NULL, held_since = NULL, hold_until = NULL
    FROM locked l
    WHERE s.show_id = l.show_id AND s.seat = l.seat
    RETURNING s.show_id, s.seat, s.status, s.hold_until
  ),
  ${LOG_CHANGES}
SELECT ${SELECT_CHANGES} AS changes,
       (SELECT json_agg(DISTINCT jsonb_build_object('holdId', hold_id, 'customer', held_by)) FROM locked) AS lapsed`;

const NEXT = `
  UPDATE shows s SET next_lapse = (SELECT min(c.hold_until) FROM seats c WHERE c.show_id = s.id AND c.status = 'held')
  WHERE s.id = ANY ($1::text[])`;

export async function sweepLapsed(pool: pg.Pool): Promise<Sweep> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query("BEGIN");
    const due = (await client.query<{ id: string }>({ name: "sweep-claim", text: CLAIM })).rows.map(
      ({ id }) => id,
    );
    if (due.length === 0) {
      await client.query("COMMIT");
      return { changes: [], lapsed: [] };
    }
    const { rows } = await client.query<{ changes: ChangesRow; lapsed: Sweep["lapsed"] | null }>({
      name: "sweep-lapsed",
      text: SWEEP,
      values: [due],
    });
    await client.query({ name: "sweep-next", text: NEXT, values: [due] });
    await client.query("COMMIT");
    return { changes: readChanges(rows[0]?.changes ?? null), lapsed: rows[0]?.lapsed ?? [] };
  } catch (error) {
    broken = error instanceof Error ? error : new Error(String(error));
    throw broken;
  } finally {
    // A connection that failed in mid-transaction is closed, which rolls it back.
    client.release(broken);
  }
}

export async function countHolds(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ holds: number }>(
    "SELECT count(DISTINCT hold_id)::int AS holds FROM seats WHERE status = 'held' AND hold_until > now()",
  );
  return rows[0]?.holds ?? 0;
}
