/** A Redis of a test's own, to be frozen, killed and started empty again. */
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { findRedisServer, startRedisServer } from "#scripts/lib/redis";
import { parseRedisUrl, type RedisAddress } from "#server/redis/redis-address";
import { testProcesses, testRun } from "#testing/run";

export interface TestRedis {
  /** The same after a restart. */
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  stop(): Promise<void>;
  /** SIGKILL. Nothing was saved, so the next start is empty. */
  kill(): Promise<void>;
  /** After stop or kill: an empty Redis on the same port. */
  start(): Promise<void>;
  /** Freezes it (SIGSTOP): connections stay open and nothing answers. */
  pause(): void;
  resume(): void;
}

/** `args` are further flags of redis-server, such as `["--replicaof", "127.0.0.1", "7000"]`. */
export async function startRedis(options: { args?: string[] } = {}): Promise<TestRedis> {
  const processes = testProcesses();
  const program = findRedisServer();
  if (!program) throw new Error("neither redis-server nor valkey-server is installed");
  const folder = join(testRun().folder, `redis-${randomBytes(4).toString("hex")}`);
  const args = options.args ?? [];
  let running = await startRedisServer(processes, program, { folder, args });
  const { url, port } = running;

  return {
    url,
    port,
    get pid() {
      return running.pid;
    },
    stop: () => running.stop(),
    kill: async () => {
      process.kill(running.pid, "SIGKILL");
      await running.exited;
    },
    start: async () => {
      running = await startRedisServer(processes, program, { folder, args, port });
    },
    pause: () => void process.kill(running.pid, "SIGSTOP"),
    resume: () => void process.kill(running.pid, "SIGCONT"),
  };
}

export function addressOf(url: string): RedisAddress {
  const parsed = parseRedisUrl(url);
  if (!parsed.ok) throw new Error(`${url} ${parsed.problem}`);
  return parsed.address;
}
