/** One of the two databases of the growth benchmark, and what is written to and read from it beside the work itself. */
import pg from "pg";
import { type Growth, growDatabase } from "#testing/grown-database";
import type { Say } from "../benchmark";

export interface GrownDatabase {
  url: string;
  sql: pg.Pool;
  size(): Promise<{ past: number; coming: number; seats: number; bookings: number; megabytes: number }>;
  /** Rows that were read by going through a whole table, so far. */
  rowsScanned(): Promise<number>;
  sharedBuffers(): Promise<string>;
  /** Payments that a node has left half-way an hour ago. */
  leavePaymentsOpen(showId: string, payments: number): Promise<void>;
  /** Changes and refused keys of yesterday, so many of each. */
  writeOldRows(rows: number): Promise<void>;
  close(): Promise<void>;
}

export async function createGrownDatabase(
  templateUrl: string,
  name: string,
  growth: Growth,
  say: Say,
): Promise<GrownDatabase> {
  const url = await createDatabase(templateUrl, `growth_${name}`);
  await growDatabase(url, growth, (line) => say(`the ${name} database: ${line}`));
  const sql = new pg.Pool({ connectionString: url, max: 2 });
  return {
    url,
    sql,
    async size() {
      const { rows } = await sql.query(
        `SELECT (SELECT count(*) FROM shows WHERE starts_at <= now())::int AS past,
                (SELECT count(*) FROM shows WHERE starts_at > now())::int AS coming,
                (SELECT count(*) FROM seats)::int AS seats, (SELECT count(*) FROM bookings)::int AS bookings,
                (pg_database_size(current_database()) / 1048576)::int AS megabytes`,
      );
      return rows[0];
    },
    async rowsScanned() {
      const { rows } = await sql.query<{ rows: number }>(
        `SELECT sum(seq_tup_read)::float8 AS rows FROM pg_stat_user_tables
         WHERE schemaname = 'public' AND relname NOT IN ('movies', 'auditoriums')`,
      );
      return rows[0]?.rows ?? 0;
    },
    async sharedBuffers() {
      const { rows } = await sql.query("SHOW shared_buffers");
      return rows[0]?.shared_buffers;
    },
    async leavePaymentsOpen(showId, payments) {
      await sql.query(
        `INSERT INTO payments (show_id, id, buyer, idempotency_key, hold_id, amount, last_four, status, settle_at)
         SELECT $1, 'open-' || n, 'guest', 'k' || n, 'gone', 1, '4242', 'authorised', now() - interval '1 hour'
         FROM generate_series(1, $2::int) AS n
         ON CONFLICT (show_id, id) DO UPDATE SET settle_at = excluded.settle_at, settle_attempts = 0`,
        [showId, payments],
      );
    },
    async writeOldRows(rows) {
      await sql.query(
        `INSERT INTO seat_changes (show_id, version, seats, status, changed_at)
         SELECT 'gone-' || n, 1, ARRAY[1], 'held', now() - interval '25 hours' FROM generate_series(1, $1::int) AS n`,
        [rows],
      );
      await sql.query(
        `INSERT INTO refused_keys (show_id, buyer, idempotency_key, request_hash, refusal, refused_at)
         SELECT 'gone-' || n, 'guest', 'k', '', '{"code":"begun"}', now() - interval '25 hours'
         FROM generate_series(1, $1::int) AS n`,
        [rows],
      );
    },
    close: () => sql.end(),
  };
}

/** Beside the run's own database, on the same server. */
async function createDatabase(templateUrl: string, name: string): Promise<string> {
  const [url, admin] = [new URL(templateUrl), new URL(templateUrl)];
  url.pathname = `/${name}`;
  admin.pathname = "/postgres";
  const client = new pg.Client({ connectionString: admin.href });
  await client.connect();
  try {
    await client.query(`CREATE DATABASE ${name} TEMPLATE ${new URL(templateUrl).pathname.slice(1)}`);
  } finally {
    await client.end();
  }
  return url.href;
}
