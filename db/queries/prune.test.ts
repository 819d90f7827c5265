import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { createPool } from "#db/client";
import { createTestDatabase, type TestDatabase } from "#testing/database";
import { prune } from "./prune";

const showId = "demo";
let database: TestDatabase;
let sql: pg.Pool;
let pool: pg.Pool;

beforeAll(async () => {
  database = await createTestDatabase();
  sql = new pg.Pool({ connectionString: database.url, max: 2 });
  pool = createPool(database.url);
});
beforeEach(() => sql.query("DELETE FROM seat_changes; DELETE FROM refused_keys"));
afterAll(async () => {
  await pool.end();
  await sql.end();
  await database.drop();
});

/** One change and one refused key of each age. */
async function writeAged(hours: number[]): Promise<void> {
  await sql.query(
    `INSERT INTO seat_changes (show_id, version, seats, status, changed_at)
     SELECT $1, n, ARRAY[n], 'held', now() - h * interval '1 hour' FROM unnest($2::float8[]) WITH ORDINALITY AS a (h, n)`,
    [showId, hours],
  );
  await sql.query(
    `INSERT INTO refused_keys (show_id, buyer, idempotency_key, request_hash, refusal, refused_at)
     SELECT $1, 'an', 'k' || n, '', '{"code":"begun"}', now() - h * interval '1 hour'
     FROM unnest($2::float8[]) WITH ORDINALITY AS a (h, n)`,
    [showId, hours],
  );
}

async function left(): Promise<{ versions: number[]; keys: string[] }> {
  const changes = await sql.query<{ version: number }>("SELECT version FROM seat_changes ORDER BY version");
  const keys = await sql.query<{ key: string }>("SELECT idempotency_key AS key FROM refused_keys ORDER BY 1");
  return { versions: changes.rows.map(({ version }) => version), keys: keys.rows.map(({ key }) => key) };
}

it("F11 removes what is older than a day, and nothing else", async () => {
  await writeAged([48, 24.1, 23.9, 0]);
  expect(await prune(pool, 100)).toEqual({ changes: 2, keys: 2 });
  expect(await left()).toEqual({ versions: [3, 4], keys: ["k3", "k4"] });
  expect(await prune(pool, 100)).toEqual({ changes: 0, keys: 0 });
});

it("F11 removes at most so many rows at a time, the oldest first", async () => {
  await writeAged([26, 30, 28, 27, 29]);
  expect(await prune(pool, 2)).toEqual({ changes: 2, keys: 2 });
  expect(await left()).toEqual({ versions: [1, 3, 4], keys: ["k1", "k3", "k4"] });
  expect(await prune(pool, 2)).toEqual({ changes: 2, keys: 2 });
  expect(await prune(pool, 2)).toEqual({ changes: 1, keys: 1 });
  expect(await left()).toEqual({ versions: [], keys: [] });
});

it("F11 leaves to another node what that node is removing, and does not wait for it", async () => {
  await writeAged([27, 26]);
  const other = await sql.connect();
  await other.query("BEGIN");
  await other.query("SELECT * FROM prune_show($1, NULL, '{1}', '{an}', '{k1}')", [showId]);
  expect(await prune(pool, 100)).toEqual({ changes: 1, keys: 1 });
  await other.query("COMMIT");
  other.release();
  expect(await left()).toEqual({ versions: [], keys: [] });
});
