import { setTimeout as delay } from "node:timers/promises";
import { Redis } from "ioredis";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startSentinelGroup, type TestSentinelGroup } from "#testing/redis-sentinel";
import { until } from "#testing/until";
import { connectAfterEnd } from "./connect-after-end";
import { parseRedisUrl } from "./redis-address";

const AFTER_MS = 50;
let group: TestSentinelGroup;
beforeAll(async () => {
  group = await startSentinelGroup();
});
afterAll(() => group.stop());

/** Asks the Sentinels for the master when it is answered. */
function connect(guarded: boolean): Redis {
  const parsed = parseRedisUrl(group.url);
  if (!parsed.ok || parsed.address.kind !== "sentinel") throw new Error("this is no Sentinel group");
  const { sentinels, master } = parsed.address;
  const redis = new Redis({ sentinels, name: master, retryStrategy: () => AFTER_MS });
  redis.on("error", () => {});
  if (guarded) connectAfterEnd(redis, AFTER_MS);
  expect(redis.status).toBe("connecting");
  return redis;
}

test.each([
  { guarded: true, outcome: "ready" },
  { guarded: false, outcome: "end" },
])("a failover is announced while it connects: guarded $guarded, $outcome", async ({ guarded, outcome }) => {
  const redis = connect(guarded);
  // What the detector of failovers does.
  redis.disconnect(true);
  await until(`it is ${outcome}`, () => redis.status === outcome);
  redis.disconnect();
});

test.each([false, true])("one that is closed stays closed (once it was ready: %s)", async (ready) => {
  const redis = connect(true);
  if (ready) await until("it is ready", () => redis.status === "ready");
  redis.disconnect();
  await until("it has ended", () => redis.status === "end");
  await delay(4 * AFTER_MS);
  expect(redis.status).toBe("end");
});
