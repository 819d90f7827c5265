import { afterAll, beforeAll, expect, it } from "vitest";
import { createPool } from "#db/client";
import { createDatabaseClock } from "#db/database-clock";
import { connectClient } from "#server/redis/connect-redis";
import { addressOf } from "#testing/redis";
import { startServices, type TestServices } from "#testing/services";
import { createHealth } from "./health";

let services: TestServices;
beforeAll(async () => {
  services = await startServices();
});
afterAll(() => services.remove());

/** As if the process had a second's work to do, or did not run at all. */
function standStill(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

it("X7 does not take its own busy moment for an outage", async () => {
  const pool = createPool(services.databaseUrl);
  const redis = connectClient(addressOf(services.redisUrl), undefined, () => {});
  const health = createHealth({ pool, redis, clock: createDatabaseClock() });
  await expect.poll(() => health.check()).toEqual({ postgres: "up", redis: "up" });
  const status = health.check();
  setImmediate(() => standStill(1_000));
  expect((await status).postgres).toBe("up");
  health.stop();
  redis.disconnect();
  await pool.end();
});
