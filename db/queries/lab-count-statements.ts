/** How many statements on the raced seat this database has run, by its own count (pg_stat_statements). */
import type pg from "pg";
import { REFUSE_SALES } from "#db/transitions/keys";
import { SELL_SEAT } from "#db/transitions/sell-seat";
import { SELL_SEATS } from "#db/transitions/sell-seats";

/** What tells a strategy's statements from all others of the database. */
export const LAB_STATEMENTS = "lab_seats|lab_sales|lab_locks|pg_advisory_";
/** Of the box office's own engine: the calls of the functions that decide a sale. */
export const SALE_STATEMENTS = `\\m(${[SELL_SEAT, SELL_SEATS, REFUSE_SALES].map(({ name }) => name).join("|")})\\(`;

/** Throws where the server was not started with pg_stat_statements, or does not show it to us. */
export async function countStatements(db: pg.Pool, pattern: string): Promise<number> {
  const { rows } = await db.query<{ calls: number }>(
    `SELECT coalesce(sum(calls), 0)::integer AS calls
     FROM pg_stat_statements
     WHERE dbid = (SELECT oid FROM pg_database WHERE datname = current_database())
       AND toplevel AND query ~ $1::text AND query !~ 'referee'`,
    [pattern],
  );
  return rows[0]?.calls ?? 0;
}

export async function prepareStatementCounts(db: pg.Pool): Promise<void> {
  await db.query("CREATE EXTENSION IF NOT EXISTS pg_stat_statements");
}
