// The built app on a Postgres and a Redis of its own, all of which are gone afterwards: for load tests and for
// pictures, which must neither find nor leave anything.
import { chmodSync, closeSync, mkdtempSync, openSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { buildIfNeeded } from "./build-if-needed.mjs";
import { ExpectedFailure } from "./expected-failure.mjs";
import { projectRoot } from "./paths.mjs";
import { freePort } from "./ports.mjs";
import { createCluster, startCluster } from "./postgres.mjs";
import { preparePostgres } from "./postgres-binaries.mjs";
import { showProgress } from "./progress.mjs";
import { installRedis, noRedis } from "./provide-redis.mjs";
import { findRedisServer, startRedisServer } from "./redis.mjs";

const READY_WITHIN_MS = 60_000;
/** The server drains for up to ten seconds. */
const SERVER_STOPS_WITHIN_MS = 15_000;

/** A folder in which everything of one run lies; the watchdog removes it. */
export function throwAwayFolder() {
  const folder = mkdtempSync(join(tmpdir(), "last-seat-run-"));
  // When root runs this, another user runs Postgres and must be able to pass through here.
  chmodSync(folder, 0o711);
  return folder;
}

/**
 * @typedef {{ url: string, databaseUrl: string }} App
 * @typedef {import("./processes.mjs").Processes} Processes
 */

/**
 * One or several apps that know nothing of each other: one Postgres with a database for each, a Redis each.
 * @param {Processes} processes
 * @param {string} folder
 * @param {{ count?: number, settings?: Record<string, string> }} [options] settings of the servers, such as
 *   `{ HOLD_TTL_MS: "5000" }`
 * @returns {Promise<App[]>}
 */
export async function startThrowAwayApps(processes, folder, { count = 1, settings = {} } = {}) {
  const redis = findRedisServer() ?? (await installRedis(processes));
  if (!redis) throw noRedis();
  await buildIfNeeded(processes);
  const postgres = await showProgress("Postgres", "a durable one, to be thrown away", async () => {
    const place = await preparePostgres(join(folder, "postgres"));
    await createCluster(processes, place);
    const running = await startCluster(processes, place);
    for (const step of ["migrate", "seed"]) {
      /** @type {NodeJS.ProcessEnv} */
      const env = { PATH: process.env.PATH, NODE_ENV: "production", DATABASE_URL: running.url };
      await processes.runOrFail(process.execPath, [built(`db/${step}`)], { cwd: projectRoot, env });
    }
    return running;
  });
  const databases = await cloneDatabase(postgres.url, count - 1);
  return showProgress("app", count === 1 ? "starting" : `starting ${count}, each with a Redis`, async () => {
    const start = (/** @type {string} */ databaseUrl, /** @type {number} */ at) =>
      startApp(processes, join(folder, `app-${at}`), databaseUrl, redis, settings);
    return Promise.all(databases.map(start));
  });
}

/**
 * @param {string} url
 * @param {number} clones
 * @returns {Promise<string[]>} the original and its clones
 */
async function cloneDatabase(url, clones) {
  const { default: pg } = await import("pg");
  const admin = new pg.Client({ connectionString: withDatabase(url, "postgres") });
  await admin.connect();
  const names = Array.from({ length: clones }, (_, at) => `clone_${at + 1}`);
  for (const name of names) {
    await admin.query(`CREATE DATABASE ${name} TEMPLATE ${new URL(url).pathname.slice(1)}`);
  }
  await admin.end();
  return [url, ...names.map((name) => withDatabase(url, name))];
}

/**
 * @param {string} url
 * @param {string} database
 */
function withDatabase(url, database) {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
}

/**
 * @param {Processes} processes
 * @param {string} folder
 * @param {string} databaseUrl
 * @param {string} redisProgram
 * @param {Record<string, string>} settings
 * @returns {Promise<App>}
 */
async function startApp(processes, folder, databaseUrl, redisProgram, settings) {
  const redis = await startRedisServer(processes, redisProgram, { folder });
  const port = await freePort();
  /** @type {NodeJS.ProcessEnv} */
  const env = {
    PATH: process.env.PATH,
    NODE_ENV: "production",
    HOST: "127.0.0.1",
    PORT: String(port),
    DATABASE_URL: databaseUrl,
    REDIS_URL: redis.url,
    SESSION_SECRET: "only for this throw-away run",
    LOG_LEVEL: "warn",
    DEMO: "on",
    RATE_LIMITS: "off",
    // The same everywhere, whatever is installed.
    LAB_SERVERS: "off",
    ...settings,
  };
  await startServer(processes, env, join(folder, "server.log"));
  return { url: `http://127.0.0.1:${port}`, databaseUrl };
}

/**
 * @param {Processes} processes
 * @param {NodeJS.ProcessEnv} env
 * @param {string} logFile
 */
async function startServer(processes, env, logFile) {
  const log = openSync(logFile, "a");
  const server = processes.start("The server", process.execPath, [built("server/main")], {
    cwd: projectRoot,
    env,
    stdio: ["ignore", log, log],
    stopWithinMs: SERVER_STOPS_WITHIN_MS,
  });
  closeSync(log);
  let ended = false;
  server.exited.finally(() => {
    ended = true;
  });
  const deadline = performance.now() + READY_WITHIN_MS;
  while (!ended && performance.now() < deadline) {
    const answer = await fetch(`http://127.0.0.1:${env.PORT}/readyz`).catch(() => undefined);
    if (answer?.ok) return;
    await delay(50);
  }
  throw new ExpectedFailure(`The server did not become ready.\n${readFileSync(logFile, "utf8")}`);
}

/** @param {string} name */
function built(name) {
  return join(projectRoot, "build", `${name}.js`);
}
