import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ExpectedFailure } from "#scripts/lib/expected-failure";
import { keepRunning } from "#scripts/lib/keep-running";
import { freePort } from "#scripts/lib/ports";
import { Processes } from "#scripts/lib/processes";
import { findRedisServer, startRedisServer } from "#scripts/lib/redis";
import { testRun } from "#testing/run";
import { until } from "#testing/until";

let folder: string;
let processes: Processes;
beforeEach(() => {
  folder = join(testRun().folder, `kept-${randomBytes(4).toString("hex")}`);
  processes = new Processes(join(folder, "running"));
});
afterEach(() => processes.stopAll());

test("X8 a Redis that is killed comes back on its port, however often the demo does it", async () => {
  const port = await freePort();
  const pids: number[] = [];
  const start = async () => {
    const redis = await startRedisServer(processes, findRedisServer() ?? "redis-server", { folder, port });
    pids.push(redis.pid);
    return redis;
  };
  keepRunning(processes, await start(), start).catch(() => {});
  for (const times of [1, 2, 3]) {
    process.kill(pids[times - 1] ?? 0, "SIGKILL");
    await until("it answers again", () => pids.length === times + 1);
  }
});

test("X8 a service that ends again and again cannot come back", async () => {
  const start = async () => processes.start("Redis", process.execPath, ["-e", "process.exit(3)"]);
  await expect(keepRunning(processes, await start(), start)).rejects.toThrow(
    new ExpectedFailure("Redis ended by itself 6 times in a minute (code 3)."),
  );
});

test("X8 nothing is brought back while everything is stopped", async () => {
  const start = async () => processes.start("Redis", process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
  let startedAgain = false;
  const first = await start();
  keepRunning(processes, first, async () => {
    startedAgain = true;
    return start();
  }).catch(() => {});
  await processes.stopAll();
  await first.exited;
  expect(startedAgain).toBe(false);
});
