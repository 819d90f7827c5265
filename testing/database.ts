/** A migrated and seeded database for one test file, so that files run in parallel without meeting. */
import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { cloneDatabase, dropDatabases } from "#testing/citus";
import { testRun } from "#testing/run";

const TEMPLATE = "last_seat";
const PREFIX = "test_";
/** A closed connection takes a moment to leave pg_stat_activity. */
const GONE_WITHIN_MS = 15_000;

export interface TestDatabase {
  url: string;
  /** Fails if a connection of the test is still open. */
  drop(): Promise<void>;
}

export async function createTestDatabase(): Promise<TestDatabase> {
  const name = `${PREFIX}${randomBytes(6).toString("hex")}`;
  const { citus } = testRun();
  if (citus) await cloneDatabase(citus.servers, citus.template, name);
  else await administer((admin) => admin.query(`CREATE DATABASE ${name} TEMPLATE ${TEMPLATE}`));
  return { url: urlOf(name), drop: () => administer((admin) => dropDatabase(admin, name)) };
}

/** Databases that no test dropped. */
export async function leftoverTestDatabases(): Promise<string[]> {
  return administer(async (admin) => {
    const { rows } = await admin.query<{ datname: string }>(
      "SELECT datname FROM pg_database WHERE starts_with(datname, $1)",
      [PREFIX],
    );
    return rows.map(({ datname }) => `the database ${datname}`);
  });
}

async function dropDatabase(admin: pg.Client, name: string): Promise<void> {
  const open = await openConnections(admin, name);
  await dropDatabases(testRun().citus?.servers ?? [testRun().databaseUrl], name);
  if (open.length > 0) {
    throw new Error(`${open.length} connections were left open; the last statements:\n${open.join("\n")}`);
  }
}

async function openConnections(admin: pg.Client, name: string): Promise<string[]> {
  const deadline = performance.now() + GONE_WITHIN_MS;
  for (;;) {
    const { rows } = await admin.query<{ state: string; query: string }>(
      "SELECT state, query FROM pg_stat_activity WHERE datname = $1 AND backend_type = 'client backend' AND application_name NOT LIKE 'citus%'",
      [name],
    );
    if (rows.length === 0 || performance.now() > deadline) {
      return rows.map(({ state, query }) => `${state}: ${query}`);
    }
    await delay(20);
  }
}

async function administer<T>(work: (admin: pg.Client) => Promise<T>): Promise<T> {
  const admin = new pg.Client({ connectionString: urlOf("postgres") });
  await admin.connect();
  try {
    return await work(admin);
  } finally {
    await admin.end();
  }
}

function urlOf(database: string): string {
  const url = new URL(testRun().databaseUrl);
  url.pathname = `/${database}`;
  return url.href;
}
