/** Holds seats' row locks from outside, so that the statements that want them are provably under way. */
import type pg from "pg";
import { until } from "#testing/until";

export interface SeatLock {
  /** Waits until so many statements wait for a lock in Postgres. */
  untilWaiting(statements: number): Promise<void>;
  release(): Promise<void>;
}

export async function lockSeats(sql: pg.Pool, showId: string, labels: string[]): Promise<SeatLock> {
  const client = await sql.connect();
  await client.query("BEGIN");
  await client.query("SELECT FROM seats WHERE show_id = $1 AND label = ANY ($2) ORDER BY seat FOR UPDATE", [
    showId,
    labels,
  ]);
  return {
    async untilWaiting(statements) {
      await until(`${statements} statements wait for a lock`, async () => {
        const { rows } = await sql.query(
          `SELECT FROM pg_stat_activity
           WHERE datname = current_database() AND wait_event_type = 'Lock' AND application_name = 'last-seat'`,
        );
        return rows.length >= statements;
      });
    },
    async release() {
      await client.query("ROLLBACK");
      client.release();
    },
  };
}
