/** One Redis of the lab's own: on a free port of the loopback address, remembering nothing. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { setTimeout as delay } from "node:timers/promises";
import { Redis } from "ioredis";
import type { MovableClock } from "../movable-clock";
import type { Watchdog } from "../processes/watchdog";

const START_WITHIN_MS = 5_000;
const PORT_TRIES = 5;
/** Redis tells the time in whole seconds and microseconds, and the machine may be busy. */
const CLOCKS_AGREE_MS = 10_000;

export class RedisMissing extends Error {}

export interface RedisNode {
  port: number;
  pid: number;
  /** The lab's own line to it, for looking and counting. */
  client: Redis;
  alive(): boolean;
  /** Alive and not frozen. */
  answers(): boolean;
  freeze(): void;
  thaw(): void;
  /** Moves the clock it reads; answers when it reads it. Only of a node that was started with a clock of its own. */
  moveClock(byMs: number): Promise<void>;
  /** SIGKILL. It comes back only as a new node. */
  kill(): Promise<void>;
}

export async function startRedisNode(
  deps: { watchdog: Watchdog; redisServers: string[] },
  args: string[] = [],
  clock?: MovableClock,
): Promise<RedisNode> {
  let missing: RedisMissing | undefined;
  for (const program of deps.redisServers) {
    try {
      return await startOnFreePort(deps.watchdog, program, args, clock);
    } catch (error) {
      if (!(error instanceof RedisMissing)) throw error;
      missing = error;
    }
  }
  throw missing ?? new RedisMissing("no program to start a Redis with");
}

async function startOnFreePort(
  watchdog: Watchdog,
  program: string,
  args: string[],
  clock: MovableClock | undefined,
): Promise<RedisNode> {
  for (let tries = 1; ; tries += 1) {
    const port = await freePort();
    const child = launch(watchdog, program, port, args, clock);
    const exited = new Promise<void>((resolve) => child.once("close", () => resolve()));
    const client = new Redis(port, "127.0.0.1", {
      retryStrategy: () => 20,
      maxRetriesPerRequest: null,
      connectTimeout: 1_000,
    });
    client.on("error", () => {});
    const ready = await isReady(child, client, port).catch((error: unknown) => {
      client.disconnect();
      throw error;
    });
    if (ready) return nodeOf(child, exited, client, port, clock);
    client.disconnect();
    child.kill("SIGKILL");
    await exited;
    if (tries === PORT_TRIES) throw new Error("The lab could not start a Redis node.");
  }
}

function nodeOf(
  child: ChildProcess,
  exited: Promise<void>,
  client: Redis,
  port: number,
  clock: MovableClock | undefined,
): RedisNode {
  const { pid } = child;
  if (pid === undefined) throw new Error("A Redis node without a process.");
  let frozen = false;
  const alive = () => child.exitCode === null && child.signalCode === null;
  return {
    port,
    pid,
    client,
    alive,
    answers: () => alive() && !frozen,
    freeze() {
      frozen = true;
      child.kill("SIGSTOP");
    },
    thaw() {
      child.kill("SIGCONT");
      frozen = false;
    },
    async moveClock(byMs) {
      if (!clock) throw new Error("This Redis was not started with a clock that can be moved.");
      clock.moveBy(byMs);
      const movedBy = async () => Number((await client.time())[0]) * 1_000 - Date.now();
      while (Math.abs((await movedBy()) - byMs) > CLOCKS_AGREE_MS) await delay(20);
    },
    async kill() {
      client.disconnect();
      if (alive()) child.kill("SIGKILL");
      await exited;
      clock?.remove();
    },
  };
}

function launch(
  watchdog: Watchdog,
  program: string,
  port: number,
  args: string[],
  clock: MovableClock | undefined,
): ChildProcess {
  const settings = ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"];
  const child = spawn(program, [...settings, "--loglevel", "warning", ...args], {
    cwd: tmpdir(),
    env: { ...process.env, ...clock?.env },
    detached: true,
    stdio: "ignore",
  });
  child.on("error", () => {});
  watchdog.watch(child);
  return child;
}

/** Ready, and ours: somebody else may have taken the port first. */
async function isReady(child: ChildProcess, client: Redis, port: number): Promise<boolean> {
  const failed = once(child, "error").then(([error]) => {
    throw new RedisMissing(`${error.message}`);
  });
  failed.catch(() => {});
  const deadline = performance.now() + START_WITHIN_MS;
  const check = async () => {
    while (performance.now() < deadline && child.exitCode === null) {
      const info = await Promise.race([client.info("server").catch(() => ""), delay(200, "")]);
      if (info.includes(`process_id:${child.pid}\r`) && info.includes(`tcp_port:${port}`)) return true;
    }
    return false;
  };
  return Promise.race([check(), failed]);
}

async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("No port was given.");
  return address.port;
}
