// `npm start` and, with --dev, `npm run dev`: from a fresh clone to a running Last Seat, and back to nothing. With
// --lan other devices can open it.
import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { buildIfNeeded } from "./lib/build-if-needed.mjs";
import { ExpectedFailure, explainFailure } from "./lib/expected-failure.mjs";
import { givenServer } from "./lib/given-server.mjs";
import { installDependencies } from "./lib/install-packages.mjs";
import { keepRunning } from "./lib/keep-running.mjs";
import { listenAddress } from "./lib/listen-address.mjs";
import { dataDir, makeFolder, projectRoot } from "./lib/paths.mjs";
import { requireFreePort } from "./lib/ports.mjs";
import { createCluster, startCluster } from "./lib/postgres.mjs";
import { preparePostgres } from "./lib/postgres-binaries.mjs";
import { clearOtherRuns, recordsOfThisRun } from "./lib/process-records.mjs";
import { Processes } from "./lib/processes.mjs";
import { showProgress } from "./lib/progress.mjs";
import { provideRedis } from "./lib/provide-redis.mjs";
import { stopOnRequest } from "./lib/stop-signals.mjs";

const READY_WITHIN_MS = 120_000;
/** The server drains for up to ten seconds. */
const SERVER_STOPS_WITHIN_MS = 15_000;
const LOG_HELD_BACK_BYTES = 1_000_000;

const development = process.argv.includes("--dev");
const lan = process.argv.includes("--lan");
const runs = join(dataDir, "running");
const processes = new Processes(recordsOfThisRun(runs));

stopOnRequest(processes, stop);

try {
  await startAndStay();
} catch (error) {
  if (!processes.stopping) {
    console.error(`\n${explainFailure(error)}`);
    await processes.stopAll();
    process.exit(1);
  }
}

/** @param {string} why */
async function stop(why) {
  console.log(`\n${why}: stopping …`);
  await processes.stopAll();
  console.log("Stopped.");
}

async function startAndStay() {
  const port = chosenPort();
  const listen = listenAddress({ lan, host: process.env.HOST, port });
  makeFolder(dataDir);
  const other = await clearOtherRuns(runs);
  if (other) throw new ExpectedFailure(`Last Seat already runs in this folder (process ${other}).`);
  await requireFreePort(port);
  processes.startWatchdog();

  console.log(development ? "Last Seat, for development" : "Last Seat");
  await installDependencies(processes);
  /** @type {Promise<never>[]} what ends only when it cannot go on */
  const kept = [];
  const databaseUrl = (await givenServer("Postgres", "DATABASE_URL", 5432)) ?? (await providePostgres(kept));
  const redisUrl = (await givenServer("Redis", "REDIS_URL", 6379)) ?? (await ownRedis(kept));
  /** @type {NodeJS.ProcessEnv} */
  const env = {
    ...process.env,
    NODE_ENV: development ? "development" : "production",
    HOST: listen.host,
    PORT: String(port),
    // A page of another name that leads here is not ours.
    PUBLIC_ORIGINS: process.env.PUBLIC_ORIGINS || listen.origins,
    NEXT_TELEMETRY_DISABLED: "1",
    DATABASE_URL: databaseUrl,
    REDIS_URL: redisUrl,
    SESSION_SECRET: process.env.SESSION_SECRET || keptSecret(),
    // On one's own machine the demo show can be reset and the lab may race.
    DEMO: process.env.DEMO || "on",
  };
  if (!development) await buildIfNeeded(processes);
  await prepareDatabase(env);
  const server = await openServer(env);
  console.log(`\nLast Seat is open: ${listen.addresses.join("   ")}   (Ctrl-C closes it)\n`);
  await Promise.race([...kept, keepRunning(processes, server.running, server.startAgain)]);
}

function chosenPort() {
  const text = process.env.PORT || "3000";
  const port = Number(text);
  if (/^\d+$/.test(text) && port >= 1 && port <= 65_535) return port;
  throw new ExpectedFailure(`PORT is ${JSON.stringify(text)}: it must be a whole number from 1 to 65535.`);
}

/** @param {Promise<never>[]} kept */
async function providePostgres(kept) {
  const fresh = !existsSync(join(dataDir, "postgres", "data"));
  const doing = fresh ? "creating a database in .data/" : "starting";
  const { place, postgres } = await showProgress("Postgres", doing, async () => {
    const place = await preparePostgres(join(dataDir, "postgres"));
    await createCluster(processes, place);
    return { place, postgres: await startCluster(processes, place) };
  });
  const startAgain = () => startCluster(processes, place, { port: postgres.port });
  keep(kept, keepRunning(processes, postgres, startAgain));
  return postgres.url;
}

/** @param {Promise<never>[]} kept */
async function ownRedis(kept) {
  const { redis, startAgain } = await provideRedis(processes);
  keep(kept, keepRunning(processes, redis, startAgain));
  return redis.url;
}

/**
 * It may fail before anyone waits for it.
 * @param {Promise<never>[]} kept
 * @param {Promise<never>} service
 */
function keep(kept, service) {
  service.catch(() => {});
  kept.push(service);
}

/** @param {NodeJS.ProcessEnv} env */
async function prepareDatabase(env) {
  const command = (/** @type {string} */ name) =>
    processes.runOrFail(process.execPath, program(`db/${name}`), { cwd: projectRoot, env });
  await showProgress("database", "migrating", () => command("migrate"));
  await showProgress("programme", "movies, auditoriums and shows", () => command("seed"));
}

/** @param {NodeJS.ProcessEnv} env */
async function openServer(env) {
  const { default: pretty } = await import("pino-pretty");
  const log = pretty({ colorize: process.stdout.isTTY, ignore: "pid,hostname", translateTime: "HH:MM:ss" });
  const startAgain = async () => {
    // Held back until the line of this stage is complete.
    const said = new PassThrough({ highWaterMark: LOG_HELD_BACK_BYTES });
    try {
      const running = await startServer(env, said);
      setImmediate(() => said.pipe(log, { end: false }));
      return running;
    } catch (error) {
      console.error(`\n${said.read() ?? ""}`.trimEnd());
      throw error;
    }
  };
  return { running: await showProgress("server", "starting", startAgain), startAgain };
}

/**
 * @param {NodeJS.ProcessEnv} env
 * @param {PassThrough} said
 */
async function startServer(env, said) {
  const args = development
    ? program("server/main", ["watch", "--clear-screen=false"])
    : program("server/main");
  const server = processes.start("The server", process.execPath, args, {
    cwd: projectRoot,
    env,
    stdio: ["ignore", "pipe", "pipe"],
    stopWithinMs: SERVER_STOPS_WITHIN_MS,
  });
  server.child.stdout?.pipe(said, { end: false });
  server.child.stderr?.pipe(said, { end: false });
  const ended = server.exited.then(({ code, signal }) => {
    throw new ExpectedFailure(`The server ended before it was ready (${signal ?? `code ${code}`}).`);
  });
  await Promise.race([untilReady(env), ended]);
  ended.catch(() => {});
  return server;
}

/**
 * The arguments that make Node run one of our programs: the bundle, or the source through tsx.
 * @param {string} name
 * @param {string[]} [tsxOptions]
 */
function program(name, tsxOptions = []) {
  if (!development) return [join(projectRoot, "build", `${name}.js`)];
  return ["node_modules/tsx/dist/cli.mjs", ...tsxOptions, join(projectRoot, `${name}.ts`)];
}

/** @param {NodeJS.ProcessEnv} env */
async function untilReady({ HOST = "", PORT }) {
  const host = HOST === "0.0.0.0" ? "127.0.0.1" : HOST.includes(":") ? `[${HOST}]` : HOST;
  const deadline = performance.now() + READY_WITHIN_MS;
  while (performance.now() < deadline) {
    const answer = await fetch(`http://${host}:${PORT}/readyz`).catch(() => undefined);
    if (answer?.ok) return;
    await delay(100);
  }
  throw new ExpectedFailure(`The server did not become ready within ${READY_WITHIN_MS / 1000} seconds.`);
}

/** Buyers are still known when the server is started again. */
function keptSecret() {
  const file = join(dataDir, "session-secret");
  if (!existsSync(file)) writeFileSync(file, randomBytes(32).toString("hex"), { mode: 0o600 });
  return readFileSync(file, "utf8");
}
