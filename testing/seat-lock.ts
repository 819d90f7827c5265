/** Holds rows' locks from outside, so that the statements that want them are provably under way. */
import type pg from "pg";
import { testRun } from "#testing/run";
import { until } from "#testing/until";

export interface RowLock {
  /** Waits until so many statements wait for it in Postgres, or for one that does. */
  untilWaiting(statements: number): Promise<void>;
  release(): Promise<void>;
}

export function lockSeats(sql: pg.Pool, showId: string, labels: string[]): Promise<RowLock> {
  return lockRows(sql, "SELECT FROM seats WHERE show_id = $1 AND label = ANY ($2) ORDER BY seat FOR UPDATE", [
    showId,
    labels,
  ]);
}

/** What every transition of the show takes first. */
export function lockShow(sql: pg.Pool, showId: string): Promise<RowLock> {
  return lockRows(sql, "SELECT FROM shows WHERE show_id = $1 FOR UPDATE", [showId]);
}

const WAITS = {
  pid: "pg_backend_pid()",
  read: `
    SELECT pid::bigint, pg_blocking_pids(pid)::bigint[] AS blockers FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'`,
};
/** The same on Citus, where a statement waits on the server that has the row and is known on all by another number. */
const WAITS_ON_CITUS = {
  pid: "citus_backend_gpid()",
  read: "SELECT waiting_gpid AS pid, ARRAY[blocking_gpid] AS blockers FROM citus_lock_waits",
};
const waiting = (reads: string) => `
  WITH RECURSIVE waits AS MATERIALIZED (${reads}),
  waiting AS (
    SELECT pid FROM waits WHERE $1::bigint = ANY (blockers)
    UNION
    SELECT w.pid FROM waits w JOIN waiting b ON b.pid = ANY (w.blockers)
  )
  SELECT FROM waiting`;

async function lockRows(sql: pg.Pool, statement: string, values: unknown[]): Promise<RowLock> {
  const client = await sql.connect();
  await client.query("BEGIN");
  const waits = testRun().citus ? WAITS_ON_CITUS : WAITS;
  const { rows } = await client.query<{ pid: string }>(`SELECT ${waits.pid}::bigint AS pid`);
  await client.query(statement, values);
  return {
    async untilWaiting(statements) {
      await until(`${statements} statements wait for the lock`, async () => {
        const found = await sql.query(waiting(waits.read), [rows[0]?.pid]);
        return found.rows.length >= statements;
      });
    },
    async release() {
      await client.query("ROLLBACK");
      client.release();
    },
  };
}
