/**
 * Test databases on a Citus cluster that is given, by `CITUS_URL`: a database of its coordinator in which the workers
 * have been added. A distributed database is a database of the same name on every server of the cluster, and each may
 * be cloned from a template as on one Postgres: what says which shards lie where is cloned with it.
 */
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { distributeDatabase } from "#db/distribute";
import { migrateDatabase } from "#db/migrate";
import { seedDatabase } from "#db/seed";

/** Enough that both workers have several, few enough that a clone has few files. */
const SHARDS = 8;

/** Addresses of databases to administer from, the coordinator's first. */
export async function findServers(citusUrl: string): Promise<string[]> {
  const workers = await onServer(citusUrl, (coordinator) =>
    coordinator.query<{ host: string; port: number }>(
      "SELECT nodename AS host, nodeport AS port FROM pg_dist_node WHERE groupid <> 0 AND isactive ORDER BY groupid",
    ),
  );
  if (workers.rows.length === 0) throw new Error("The Citus at CITUS_URL has no workers.");
  const others = workers.rows.map(({ host, port }) => {
    const url = new URL(citusUrl);
    url.hostname = host;
    url.port = String(port);
    return url.href;
  });
  return [citusUrl, ...others].map((url) => databaseOn(url, "postgres"));
}

/** Nobody can connect to it any more. */
export async function createTemplate(servers: string[], name: string): Promise<void> {
  await createSpreadDatabase(servers, name, SHARDS);
  await onEach(servers, (server) => closeDatabase(server, name));
}

/** Migrated, seeded and distributed over all of the servers but the first, which coordinates. */
export async function createSpreadDatabase(servers: string[], name: string, shards: number): Promise<void> {
  await onEach(servers, (server) => server.query(`CREATE DATABASE ${name}`));
  const urls = servers.map((server) => databaseOn(server, name));
  await onEach(urls, (server) => server.query("CREATE EXTENSION citus"));
  const [coordinatorUrl = "", ...workerUrls] = urls;
  await onServer(coordinatorUrl, async (coordinator) => {
    const { hostname, port } = new URL(coordinatorUrl);
    await coordinator.query("SELECT citus_set_coordinator_host($1, $2)", [hostname, Number(port)]);
    for (const url of workerUrls.map((worker) => new URL(worker)))
      await coordinator.query("SELECT citus_add_node($1, $2)", [url.hostname, Number(url.port)]);
  });
  await migrateDatabase(coordinatorUrl);
  await seedDatabase(coordinatorUrl);
  await distributeDatabase(coordinatorUrl, { shards });
}

export async function cloneDatabase(servers: string[], template: string, name: string): Promise<void> {
  await onEach(servers, (server) => server.query(`CREATE DATABASE ${name} TEMPLATE ${template}`));
}

export async function dropDatabases(servers: string[], name: string): Promise<void> {
  await onEach(servers, (server) => server.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
}

/** Citus looks after each database by a process of its own, which must have left before the database is cloned. */
async function closeDatabase(server: pg.Client, name: string): Promise<void> {
  await server.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
  for (;;) {
    const { rowCount } = await server.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1",
      [name],
    );
    if (rowCount === 0) return;
    await delay(20);
  }
}

async function onEach(urls: string[], work: (server: pg.Client) => Promise<unknown>): Promise<void> {
  await Promise.all(urls.map((url) => onServer(url, work)));
}

async function onServer<T>(url: string, work: (server: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

export function databaseOn(server: string, database: string): string {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}
