/** On plain Postgres the step says what it lacks; the rest is of `npm run test:citus`, whose databases it has spread. */
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "#testing/database";
import { testRun } from "#testing/run";
import { distributeDatabase } from "./distribute";
import { migrateDatabase } from "./migrate";

let database: TestDatabase;
let pool: pg.Pool;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = new pg.Pool({ connectionString: database.url, max: 2 });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

describe.skipIf(testRun().citus)("on plain Postgres", () => {
  it("says that there is no Citus, and changes nothing", async () => {
    await expect(distributeDatabase(database.url)).rejects.toThrow(/this database has no Citus/);
    const { rows } = await pool.query("SELECT count(*)::int AS shows FROM shows");
    expect(rows[0]?.shows).toBeGreaterThan(50);
  });
});

describe.runIf(testRun().citus)("on Citus", () => {
  it("has every table with a show spread by it, all in the same places, and the programme's everywhere", async () => {
    const { rows } = await pool.query<{ name: string; kind: string; place: number; column: string }>(
      `SELECT table_name::text AS name, citus_table_type AS kind, colocation_id AS place, distribution_column AS column
       FROM citus_tables ORDER BY 1`,
    );
    const byShow = rows.filter(({ kind }) => kind === "distributed");
    expect(new Set(byShow.map(({ column }) => column))).toEqual(new Set(["show_id"]));
    expect(new Set(byShow.map(({ place }) => place)).size).toBe(1);
    const { rows: withShow } = await pool.query<{ name: string }>(
      `SELECT attrelid::regclass::text AS name FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
       WHERE attname = 'show_id' AND c.relkind = 'r' AND c.relnamespace::regnamespace::text IN ('public', 'archive') ORDER BY 1`,
    );
    expect(byShow.map(({ name }) => name)).toEqual(withShow.map(({ name }) => name));
    const everywhere = rows.filter(({ kind }) => kind === "reference").map(({ name }) => name);
    expect(everywhere).toEqual(["auditoriums", "movies"]);
  });

  it("hands a show's calls to the worker that has it, also after another migration", async () => {
    const planOf = async () => {
      const { rows } = await pool.query("EXPLAIN SELECT * FROM reset_show('demo', NULL)");
      return JSON.stringify(rows);
    };
    expect(await planOf()).toContain("Citus Adaptive");
    await migrateDatabase(database.url);
    expect(await planOf()).toContain("Citus Adaptive");
  });

  it("may be run again, and finds everything done", async () => {
    const { tables, functions } = await distributeDatabase(database.url);
    expect(tables).toEqual([]);
    expect(functions.length).toBeGreaterThan(10);
  });
});
