/**
 * Nothing on a timer reads a whole table. On a database with years behind it, each piece of background work is run
 * as the server runs it, and Postgres's own count of the rows it read is held against what there was to do.
 */
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createPool } from "#db/client";
import { isProgrammeDue } from "#db/seed";
import { findShowsDue, LAPSE_HOLDS, type LapseRow } from "#db/transitions/lapse-holds";
import { callShows } from "#db/transitions/show-function";
import { createTestDatabase, type TestDatabase } from "#testing/database";
import { growDatabase } from "#testing/grown-database";
import { claimPayments } from "./claim-payments";
import { countHolds } from "./count-holds";
import { prune } from "./prune";
import { readVersions } from "./read-changes";
import { readProgrammePart } from "./read-programme";

const PAST = 900;
const COMING = 100;
/** Coming shows that have a live hold. */
const HELD = 60;

let database: TestDatabase;
let sql: pg.Pool;
/** One connection, with the plans that the server's connections have. */
let pool: pg.Pool;
let coming: string[];

beforeAll(async () => {
  database = await createTestDatabase();
  await growDatabase(database.url, { past: PAST, coming: COMING });
  sql = new pg.Pool({ connectionString: database.url, max: 1 });
  pool = createPool(database.url, { max: 1 });
  const { rows } = await sql.query<{ id: string }>(
    "SELECT show_id AS id FROM shows WHERE starts_at > now() ORDER BY starts_at",
  );
  coming = rows.map(({ id }) => id);
});
afterAll(async () => {
  await pool.end();
  await sql.end();
  await database.drop();
});

async function rowsRead(work: () => Promise<unknown>): Promise<Record<string, number>> {
  const before = await readCounts();
  await work();
  const after = await readCounts();
  const grown = Object.entries(after).map(([table, rows]): [string, number] => [
    table,
    rows - (before[table] ?? 0),
  ]);
  return Object.fromEntries(grown.filter(([, rows]) => rows > 0));
}

async function readCounts(): Promise<Record<string, number>> {
  for (const connection of [pool, sql]) await connection.query("SELECT pg_stat_force_next_flush()");
  const { rows } = await sql.query<{ table: string; rows: number }>(
    `SELECT relname AS table, (seq_tup_read + coalesce(idx_tup_fetch, 0))::int AS rows FROM pg_stat_user_tables
     WHERE schemaname = 'public' AND relname NOT IN ('movies', 'auditoriums')`,
  );
  return Object.fromEntries(rows.map(({ table, rows: read }) => [table, read]));
}

/** Holds a seat of some coming shows until so many milliseconds from now. */
async function holdSeats(shows: string[], forMs: number): Promise<void> {
  await sql.query(
    `WITH held AS (
       UPDATE seats SET status = 'held', fence = fence + 1, hold_id = show_id || '.h', held_by = 'an', held_since = now(),
                        hold_until = now() + $2 * interval '1 millisecond'
       WHERE show_id = ANY ($1) AND seat = 50 RETURNING show_id, hold_until)
     UPDATE shows s SET next_lapse = h.hold_until FROM held h WHERE h.show_id = s.show_id`,
    [shows, forMs],
  );
}

/** Planning a statement looks at an index's ends, which is a row or two. */
const A_FEW = 5;
const LARGEST_AUDITORIUM = 450;

describe("on a database with years behind it", () => {
  it("has tables that are worth not reading", async () => {
    const { rows } = await sql.query("SELECT count(*)::int AS seats FROM seats");
    expect(rows[0]?.seats).toBeGreaterThan(200_000);
  });

  it("looking for lapsed holds reads the shows that have one, and lapsing reads one show", async () => {
    expect(most(await rowsRead(() => findShowsDue(pool, 1_000)))).toBeLessThan(A_FEW);
    const [first = "", ...others] = coming;
    await holdSeats(others.slice(0, HELD), 60_000);
    await holdSeats([first], -1);
    const found = await rowsRead(async () => expect(await findShowsDue(pool, 1_000)).toEqual([first]));
    expect(most(found)).toBeLessThan(A_FEW);
    const read = await rowsRead(() =>
      callShows<LapseRow>(pool, LAPSE_HOLDS, [{ showId: first, columns: { skip_busy: false } }], null),
    );
    expect(read.shows).toBeLessThan(2 * A_FEW);
    expect(read.seats).toBeLessThan(3 * LARGEST_AUDITORIUM);
  });

  it("counting holds reads the shows that have one", async () => {
    // Whatever the planner knows: nothing of the holds, which shows have some, or all.
    for (const analysed of ["movies", "shows", "shows, seats"]) {
      await sql.query(`ANALYZE ${analysed}`);
      await pool.query("DISCARD PLANS");
      const read = await rowsRead(async () => expect(await countHolds(pool)).toBe(HELD));
      expect(read.shows).toBeLessThan(HELD + A_FEW);
      expect(read.seats).toBeLessThan(HELD * LARGEST_AUDITORIUM);
    }
  });

  it("pruning reads what it removes", async () => {
    expect(most(await rowsRead(() => prune(pool, 500)))).toBeLessThan(A_FEW);
    await sql.query(
      `UPDATE seat_changes SET changed_at = now() - interval '25 hours'
       WHERE (show_id, version) IN (SELECT show_id, version FROM seat_changes ORDER BY changed_at LIMIT 600)`,
    );
    await sql.query(
      "UPDATE refused_keys SET refused_at = now() - interval '25 hours' WHERE buyer = 'late-1'",
    );
    await sql.query("VACUUM ANALYZE seat_changes, refused_keys");
    const read = await rowsRead(async () =>
      expect(await prune(pool, 500)).toEqual({ changes: 500, keys: COMING / 10 }),
    );
    // To find a row, to lock it and to remove it.
    expect(read.seat_changes).toBeLessThan(3 * 500 + A_FEW);
    expect(read.refused_keys).toBeLessThan(3 * (COMING / 10) + A_FEW);
  });

  it("settling payments reads those that are open, to find and to claim them", async () => {
    expect(most(await rowsRead(() => claimPayments(pool, 100)))).toBeLessThan(A_FEW);
    await sql.query(
      "UPDATE payments SET status = 'authorised' WHERE (show_id, id) IN (SELECT show_id, id FROM payments LIMIT 10)",
    );
    const read = await rowsRead(async () => expect(await claimPayments(pool, 100)).toHaveLength(10));
    expect(most(read)).toBeLessThan(2 * 10 + A_FEW);
  });

  it("reading the programme again reads as many shows as it is asked for", async () => {
    const first = await readProgrammePart(pool, { limit: 20 });
    for (const after of [undefined, first.next]) {
      const read = await rowsRead(() => readProgrammePart(pool, { after, limit: 20 }));
      expect(most(read)).toBeLessThan(20 + 2 * A_FEW);
    }
  });

  it("asking for versions, and whether the programme is due, reads the shows that are asked about", async () => {
    expect(most(await rowsRead(() => readVersions(pool, coming.slice(0, 10))))).toBeLessThan(10 + A_FEW);
    expect(most(await rowsRead(() => isProgrammeDue(pool)))).toBeLessThan(A_FEW);
  });
});

/** Of the table that was read most. */
function most(read: Record<string, number>): number {
  return Math.max(0, ...Object.values(read));
}
