// `npm start` and, with --dev, `npm run dev`: from a fresh clone to a running Last Seat, and back to nothing.
import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { isBuilt } from "./lib/fingerprint.mjs";
import { givenServer } from "./lib/given-server.mjs";
import { installDependencies } from "./lib/install.mjs";
import { dataDir, makeFolder, projectRoot } from "./lib/paths.mjs";
import { requireFreePort } from "./lib/ports.mjs";
import { createCluster, startCluster } from "./lib/postgres.mjs";
import { preparePostgres } from "./lib/postgres-binaries.mjs";
import { Processes } from "./lib/processes.mjs";
import { provideRedis } from "./lib/provide-redis.mjs";
import { clearOtherRuns, ownRecords } from "./lib/records.mjs";
import { explain, Refusal, skipped, stage } from "./lib/stage.mjs";
import { onStop } from "./lib/stop.mjs";

const READY_WITHIN_MS = 120_000;
/** The server drains for up to ten seconds. */
const SERVER_STOPS_WITHIN_MS = 15_000;
const LOG_HELD_BACK_BYTES = 1_000_000;

const development = process.argv.includes("--dev");
const runs = join(dataDir, "running");
const processes = new Processes(ownRecords(runs));

onStop(stop, () => processes.hurry());

try {
  await startAndStay();
} catch (error) {
  if (!processes.stopping) {
    console.error(`\n${explain(error)}`);
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
  makeFolder(dataDir);
  const other = await clearOtherRuns(runs);
  if (other) throw new Refusal(`Last Seat already runs in this folder (process ${other}).`);
  await requireFreePort(port);
  processes.watch();

  console.log(development ? "Last Seat, for development" : "Last Seat");
  await installDependencies(processes);
  const postgres = await providePostgres();
  const redis = (await givenServer("Redis", "REDIS_URL", 6379)) ?? (await provideRedis(processes));
  const services = [postgres, redis].filter((service) => typeof service !== "string");
  /** @type {NodeJS.ProcessEnv} */
  const env = {
    ...process.env,
    NODE_ENV: development ? "development" : "production",
    PORT: String(port),
    NEXT_TELEMETRY_DISABLED: "1",
    DATABASE_URL: addressOf(postgres),
    REDIS_URL: addressOf(redis),
    SESSION_SECRET: process.env.SESSION_SECRET || keptSecret(),
    // On one's own machine the demo show can be reset and the lab may race.
    DEMO: process.env.DEMO || "on",
  };
  if (!development) await buildIfNeeded();
  await prepareDatabase(env);
  const server = await startServer(env, port);
  console.log(`\nLast Seat is open: http://localhost:${port}   (Ctrl-C closes it)\n`);
  await untilOneEnds([server, ...services]);
}

function chosenPort() {
  const text = process.env.PORT || "3000";
  const port = Number(text);
  if (/^\d+$/.test(text) && port >= 1 && port <= 65_535) return port;
  throw new Refusal(`PORT is ${JSON.stringify(text)}: it must be a whole number from 1 to 65535.`);
}

async function providePostgres() {
  const given = await givenServer("Postgres", "DATABASE_URL", 5432);
  if (given) return given;
  const fresh = !existsSync(join(dataDir, "postgres", "data"));
  return stage("Postgres", fresh ? "creating a database in .data/" : "starting", async () => {
    const place = await preparePostgres(join(dataDir, "postgres"));
    await createCluster(processes, place);
    return startCluster(processes, place);
  });
}

async function buildIfNeeded() {
  if (isBuilt()) return skipped("build", "up to date");
  await stage("build", "server and pages", () =>
    processes.runOrRefuse(process.execPath, ["scripts/build.mjs"], { cwd: projectRoot }),
  );
}

/** @param {NodeJS.ProcessEnv} env */
async function prepareDatabase(env) {
  const command = (/** @type {string} */ name) =>
    processes.runOrRefuse(process.execPath, program(`db/${name}`), { cwd: projectRoot, env });
  await stage("database", "migrating", () => command("migrate"));
  await stage("programme", "films, auditoriums and screenings", () => command("seed"));
}

/**
 * @param {NodeJS.ProcessEnv} env
 * @param {number} port
 */
async function startServer(env, port) {
  const args = development
    ? program("server/main", ["watch", "--clear-screen=false"])
    : program("server/main");
  const { default: pretty } = await import("pino-pretty");
  const log = pretty({ colorize: process.stdout.isTTY, ignore: "pid,hostname", translateTime: "HH:MM:ss" });
  // Held back until the line of this stage is complete.
  const said = new PassThrough({ highWaterMark: LOG_HELD_BACK_BYTES });
  try {
    const server = await stage("server", "starting", async () => {
      const server = processes.start("The server", process.execPath, args, {
        cwd: projectRoot,
        env,
        stdio: ["ignore", "pipe", "pipe"],
        stopWithinMs: SERVER_STOPS_WITHIN_MS,
      });
      server.child.stdout?.pipe(said, { end: false });
      server.child.stderr?.pipe(said, { end: false });
      await Promise.race([untilReady(port), untilOneEnds([server])]);
      return server;
    });
    said.pipe(log);
    return server;
  } catch (error) {
    console.error(`\n${said.read() ?? ""}`.trimEnd());
    throw error;
  }
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

/** @param {number} port */
async function untilReady(port) {
  const chosen = process.env.HOST || "0.0.0.0";
  const host = chosen === "0.0.0.0" ? "127.0.0.1" : chosen.includes(":") ? `[${chosen}]` : chosen;
  const deadline = performance.now() + READY_WITHIN_MS;
  while (performance.now() < deadline) {
    const answer = await fetch(`http://${host}:${port}/readyz`).catch(() => undefined);
    if (answer?.ok) return;
    await delay(100);
  }
  throw new Refusal(`The server did not become ready within ${READY_WITHIN_MS / 1000} seconds.`);
}

/** @param {import("./lib/processes.mjs").Running[]} running */
async function untilOneEnds(running) {
  const ends = running.map(async ({ name, exited }) => ({ name, ...(await exited) }));
  const { name, code, signal } = await Promise.race(ends);
  const log = name === "The server" ? "" : ` Its log is in .data/${name.toLowerCase()}/.`;
  throw new Refusal(`${name} ended by itself (${signal ?? `code ${code}`}).${log}`);
}

/** @param {string | { url: string }} server */
function addressOf(server) {
  return typeof server === "string" ? server : server.url;
}

/** Visitors keep their identity when the server is started again. */
function keptSecret() {
  const file = join(dataDir, "session-secret");
  if (!existsSync(file)) writeFileSync(file, randomBytes(32).toString("hex"), { mode: 0o600 });
  return readFileSync(file, "utf8");
}
