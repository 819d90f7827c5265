/** One Redis of the lab's own: on a free port of the loopback address, remembering nothing. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { setTimeout as delay } from "node:timers/promises";
import { Redis } from "ioredis";
import type { Keeper } from "./keeper";

const START_WITHIN_MS = 5_000;
const PORT_TRIES = 5;

export class RedisMissing extends Error {}

export interface RedisNode {
  port: number;
  pid: number;
  /** The lab's own line to it, for looking and counting. */
  client: Redis;
  alive(): boolean;
  freeze(): void;
  thaw(): void;
  /** SIGKILL. It comes back only as a new node. */
  kill(): Promise<void>;
}

export async function startRedisNode(
  deps: { keeper: Keeper; redisServers: string[] },
  args: string[] = [],
): Promise<RedisNode> {
  let missing: RedisMissing | undefined;
  for (const program of deps.redisServers) {
    try {
      return await startOnFreePort(deps.keeper, program, args);
    } catch (error) {
      if (!(error instanceof RedisMissing)) throw error;
      missing = error;
    }
  }
  throw missing ?? new RedisMissing("no program to start a Redis with");
}

async function startOnFreePort(keeper: Keeper, program: string, args: string[]): Promise<RedisNode> {
  for (let tries = 1; ; tries += 1) {
    const port = await freePort();
    const child = launch(keeper, program, port, args);
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
    if (ready) return nodeOf(child, exited, client, port);
    client.disconnect();
    child.kill("SIGKILL");
    await exited;
    if (tries === PORT_TRIES) throw new Error("The lab could not start a Redis node.");
  }
}

function nodeOf(child: ChildProcess, exited: Promise<void>, client: Redis, port: number): RedisNode {
  const { pid } = child;
  if (pid === undefined) throw new Error("A Redis node without a process.");
  const alive = () => child.exitCode === null && child.signalCode === null;
  return {
    port,
    pid,
    client,
    alive,
    freeze: () => void child.kill("SIGSTOP"),
    thaw: () => void child.kill("SIGCONT"),
    async kill() {
      client.disconnect();
      if (alive()) child.kill("SIGKILL");
      await exited;
    },
  };
}

function launch(keeper: Keeper, program: string, port: number, args: string[]): ChildProcess {
  const settings = ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"];
  const child = spawn(program, [...settings, "--loglevel", "warning", ...args], {
    cwd: tmpdir(),
    detached: true,
    stdio: "ignore",
  });
  child.on("error", () => {});
  keeper.keep(child);
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
