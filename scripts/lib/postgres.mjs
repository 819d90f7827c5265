// One Postgres of our own: a cluster in a folder, listening on a loopback port, behind a password.
import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  chownSync,
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { ExpectedFailure } from "./expected-failure.mjs";
import { freePort } from "./ports.mjs";
import { commandOf, identityOf, stopProcess } from "./process-records.mjs";

const START_WITHIN_MS = 60_000;
const STOP_WITHIN_MS = 30_000;
const USER = "last_seat";
const DATABASE = "last_seat";

/** What `npm start` runs with: an acknowledged booking survives a power cut. */
export const DURABLE = { fsync: "on", synchronous_commit: "on", full_page_writes: "on" };
/** What tests run with: their clusters are thrown away. */
export const THROW_AWAY = { fsync: "off", synchronous_commit: "off", full_page_writes: "off" };

/**
 * @typedef {import("./postgres-binaries.mjs").PostgresPlace} PostgresPlace
 * @typedef {import("./processes.mjs").Processes} Processes
 * @typedef {import("./processes.mjs").Running & { url: string, port: number }} RunningPostgres
 */

/**
 * Makes the cluster with its database, unless it is there. An interrupted attempt leaves nothing.
 * @param {Processes} processes
 * @param {PostgresPlace} place
 */
export async function createCluster(processes, { bin, home, user }) {
  const data = join(home, "data");
  if (existsSync(data)) return;
  const unfinished = `${data}.unfinished`;
  const password = join(home, "password");
  rmSync(unfinished, { recursive: true, force: true });
  writeFileSync(password, randomBytes(16).toString("hex"), { mode: 0o600 });
  if (user) chownSync(password, user.uid, user.gid);
  const options = { cwd: home, env: quietLocale(), ...user };
  await processes.runOrFail(
    join(bin, "initdb"),
    [
      `--pgdata=${unfinished}`,
      `--username=${USER}`,
      `--pwfile=${password}`,
      "--auth=scram-sha-256",
      "--encoding=UTF8",
      "--locale-provider=builtin",
      "--locale=C.UTF-8",
      "--lc-messages=C",
      "--no-instructions",
    ],
    options,
  );
  await processes.runOrFail(join(bin, "postgres"), ["--single", "-D", unfinished, "postgres"], {
    ...options,
    input: `CREATE DATABASE ${DATABASE};\n`,
  });
  renameSync(unfinished, data);
}

/**
 * @param {Processes} processes
 * @param {PostgresPlace} place
 * @param {{ settings?: Record<string, string>, port?: number }} [options]
 * @returns {Promise<RunningPostgres>}
 */
export async function startCluster(processes, place, { settings = DURABLE, port: fixedPort } = {}) {
  requireSameMajorVersion(place);
  await clearLeftover(place);
  const deadline = performance.now() + START_WITHIN_MS;
  for (;;) {
    const port = fixedPort ?? (await freePort());
    const logStart = logOf(place).length;
    const running = launch(processes, place, settings, port);
    if (await isReady(running, place, deadline)) return { ...running, port, url: urlOf(place, port) };
    await running.stop();
    const said = logOf(place).slice(logStart).trim();
    // Somebody took the port first, or the last processes of a killed Postgres are still going.
    const passing =
      /could not bind|could not create any TCP|shared memory block|lock file ".*" (already )?exists/;
    if (performance.now() > deadline || !passing.test(said))
      throw new ExpectedFailure(`Postgres did not start:\n${said}`);
    await delay(100);
  }
}

/**
 * @param {Processes} processes
 * @param {PostgresPlace} place
 * @param {Record<string, string>} settings
 * @param {number} port
 */
function launch(processes, { bin, home, user }, settings, port) {
  const all = {
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    port: String(port),
    max_connections: "200",
    ...statementCounts(bin),
    ...settings,
  };
  const flags = Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const log = openSync(join(home, "postgres.log"), "a");
  try {
    return processes.start("Postgres", join(bin, "postgres"), ["-D", join(home, "data"), ...flags], {
      cwd: home,
      env: quietLocale(),
      stdio: ["ignore", log, log],
      // SIGINT is Postgres's fast shutdown: it ends sessions and writes a checkpoint.
      stopSignal: "SIGINT",
      stopWithinMs: STOP_WITHIN_MS,
      ...user,
    });
  } finally {
    closeSync(log);
  }
}

/**
 * The lab's races publish how many statements they cost, by the server's own count where it can keep one.
 * @param {string} bin
 */
function statementCounts(bin) {
  const module = join(bin, "../share/postgresql/extension/pg_stat_statements.control");
  return existsSync(module) ? { shared_preload_libraries: "pg_stat_statements" } : {};
}

/**
 * @param {import("./processes.mjs").Running} running
 * @param {PostgresPlace} place
 * @param {number} deadline
 */
async function isReady(running, place, deadline) {
  let ended = false;
  const end = () => {
    ended = true;
  };
  running.exited.then(end, end);
  while (!ended && performance.now() < deadline) {
    const { pid, status } = lockOf(place);
    if (pid === running.pid && status === "ready") return true;
    await delay(20);
  }
  return false;
}

/**
 * A Postgres still running on this data, which no run knows of any more, is stopped. A lock file that names
 * a process which is not Postgres (its number was given again after a power cut) is removed; any other is
 * left to Postgres, which knows how to tell whether it is stale.
 * @param {PostgresPlace} place
 */
async function clearLeftover(place) {
  const { pid, file } = lockOf(place);
  const identity = pid === undefined ? undefined : identityOf(pid);
  if (pid === undefined || identity === undefined) return;
  if (commandOf(pid).includes(join(place.home, "data"))) {
    await stopProcess({
      name: "Postgres",
      pid,
      identity,
      stopSignal: "SIGINT",
      stopWithinMs: STOP_WITHIN_MS,
      group: false,
    });
  } else {
    rmSync(file, { force: true });
  }
}

/**
 * Postgres writes its process into the first line of its lock file, and how far it is into the eighth.
 * @param {PostgresPlace} place
 */
function lockOf({ home }) {
  const file = join(home, "data", "postmaster.pid");
  const lines = existsSync(file) ? readFileSync(file, "utf8").split("\n") : [];
  return { file, pid: lines[0] ? Number(lines[0]) : undefined, status: lines[7]?.trim() };
}

/** @param {PostgresPlace} place */
function requireSameMajorVersion({ bin, home }) {
  const made = readFileSync(join(home, "data", "PG_VERSION"), "utf8").trim();
  const version = spawnSync(join(bin, "postgres"), ["--version"], { encoding: "utf8" }).stdout;
  if (version.includes(` ${made}.`)) return;
  throw new ExpectedFailure(
    `${home} was made by PostgreSQL ${made}, this is ${version.trim()}. Begin anew: npm run reset`,
  );
}

/** @param {PostgresPlace} place */
function logOf({ home }) {
  const file = join(home, "postgres.log");
  return existsSync(file) ? readFileSync(file, "utf8") : "";
}

/**
 * @param {PostgresPlace} place
 * @param {number} port
 */
function urlOf({ home }, port) {
  const password = readFileSync(join(home, "password"), "utf8").trim();
  return `postgres://${USER}:${password}@127.0.0.1:${port}/${DATABASE}`;
}

function quietLocale() {
  return { ...process.env, LC_ALL: "C" };
}
