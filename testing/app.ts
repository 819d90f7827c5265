/** The built app as a process of its own, on a database and a Redis of its own. */
import { createWriteStream, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { freePort } from "#scripts/lib/ports";
import { createTestDatabase } from "#testing/database";
import { startRedis, type TestRedis } from "#testing/redis";
import { testProcesses, testRun } from "#testing/run";

const READY_WITHIN_MS = 120_000;

export interface TestApp {
  /** The same after a restart. */
  readonly url: string;
  readonly pid: number;
  readonly databaseUrl: string;
  readonly redis: TestRedis;
  /** SIGTERM: drains and ends. */
  stop(): Promise<void>;
  /** SIGKILL. */
  kill(): Promise<void>;
  /** After stop or kill: the same port, the same data. */
  start(): Promise<void>;
  /** Everything it logged so far. */
  log(): string;
  /** Stops it for good and forgets its data. */
  remove(): Promise<void>;
}

/** `env` overrides the server's configuration, such as `{ HOLD_TTL_MS: "2000" }`. */
export async function startApp(env: Record<string, string> = {}): Promise<TestApp> {
  const [database, redis, port] = await Promise.all([createTestDatabase(), startRedis(), freePort()]);
  const logFile = join(testRun().folder, `app-${port}.log`);
  const launch = async () => {
    const running = testProcesses().start("the app", process.execPath, ["build/server/main.js"], {
      env: {
        PATH: process.env.PATH,
        NODE_ENV: "production",
        HOST: "127.0.0.1",
        PORT: String(port),
        DATABASE_URL: database.url,
        REDIS_URL: redis.url,
        DEMO: "on",
        // The same pages everywhere, whatever is installed.
        LAB_SERVERS: "off",
        SESSION_SECRET: "only for the tests of this run",
        ...env,
      },
      stdio: ["ignore", "pipe", "pipe"],
      stopWithinMs: 15_000,
    });
    const log = createWriteStream(logFile, { flags: "a" });
    running.child.stdout?.pipe(log, { end: false });
    running.child.stderr?.pipe(log, { end: false });
    running.exited.then(() => log.end());
    await untilReady(port, running.exited).catch((error) => {
      throw new Error(`${error.message}\n${readFileSync(logFile, "utf8")}`);
    });
    return running;
  };
  let running = await launch();

  return {
    url: `http://localhost:${port}`,
    get pid() {
      return running.pid;
    },
    databaseUrl: database.url,
    redis,
    stop: () => running.stop(),
    kill: async () => {
      process.kill(running.pid, "SIGKILL");
      await running.exited;
    },
    start: async () => {
      running = await launch();
    },
    log: () => readFileSync(logFile, "utf8"),
    remove: async () => {
      await running.stop();
      await redis.stop();
      await database.drop();
    },
  };
}

async function untilReady(port: number, exited: Promise<unknown>): Promise<void> {
  let ended = false;
  exited.then(() => {
    ended = true;
  });
  const deadline = performance.now() + READY_WITHIN_MS;
  while (!ended && performance.now() < deadline) {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
    if (answer?.ok) return;
    await delay(50);
  }
  throw new Error(ended ? "The app ended before it was ready." : "The app did not become ready.");
}
