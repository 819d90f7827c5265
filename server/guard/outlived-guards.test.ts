/** The map says free and the guard says taken: one of them is wrong, and Postgres knows which. */
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { createLiveShow, type LiveShow } from "#server/feed/live-show";
import { createMetrics } from "#server/ops/metrics";
import { connectClient, type RedisClient } from "#server/redis/connect-redis";
import { addressOf } from "#testing/redis";
import { startServices, type TestServices } from "#testing/services";
import { until } from "#testing/until";
import { createGuard, GUARD_SCRIPTS, type Guard } from "./guard";
import { keyOf } from "./guard-value";
import { noticeOutlivedGuards, readFreeSeats } from "./outlived-guards";

const showId = "demo";
const A1 = 0;
/** Longer than any refusal is looked into. */
const LONG_ENOUGH_MS = 1_500;
let services: TestServices;
let redis: RedisClient;
let guard: Guard;
let map: LiveShow;
/** How often Postgres was asked. */
let asked = 0;

beforeAll(async () => {
  services = await startServices();
  redis = connectClient(addressOf(services.redisUrl), GUARD_SCRIPTS, () => {}, 2_000);
});
beforeEach(async () => {
  await services.redisReader.flushall();
  asked = 0;
  // As Postgres has them: every seat of the demo show is free, and was never granted.
  map = createLiveShow({ showId, version: 1, seats: "aaaa" });
  guard = createGuard({
    redis,
    guardTtlMs: 60_000,
    metrics: createMetrics().guard,
    onRefusedAsTaken: noticeOutlivedGuards({
      isShownFree: (_, seat) => map.isFree(seat),
      readFreeSeats: (...seats) => {
        asked += 1;
        return readFreeSeats(services.sql, ...seats);
      },
      guard: () => guard,
    }),
  });
});
afterAll(async () => {
  redis.disconnect();
  await services.remove();
});

const take = (buyer: string) => guard.acquire({ showId, buyer, token: buyer, seats: [A1] });

async function guardIs(kind: " a " | " g "): Promise<void> {
  await until(`a guard stands that is${kind}`, async () =>
    (await services.redisReader.get(keyOf(showId, A1)))?.includes(kind),
  );
}

async function refuseHundred(): Promise<void> {
  const crowd = await Promise.all(Array.from({ length: 100 }, (_, at) => take(`s-${at}`)));
  expect(crowd.filter(({ state }) => state === "refused")).toHaveLength(100);
}

it("G11 a hundred who are refused a sold seat cost Postgres nothing", async () => {
  guard.booked(showId, [{ seat: A1, fence: 1, buyer: "an" }], { sentAtMs: performance.now() });
  map.apply({ showId, from: 1, to: 2, changes: [[A1, "booked"]] });
  await guardIs(" g ");
  await refuseHundred();
  await delay(LONG_ENOUGH_MS);
  expect(asked).toBe(0);
});

it("G11 a hundred who are refused by an attempt under way cost Postgres nothing", async () => {
  expect(await take("an")).toMatchObject({ state: "guarded" });
  await refuseHundred();
  await delay(LONG_ENOUGH_MS);
  expect(asked).toBe(0);
});

it("G11 a hundred who are refused before the map has heard of the sale cost Postgres nothing", async () => {
  guard.booked(showId, [{ seat: A1, fence: 1, buyer: "an" }], { sentAtMs: performance.now() });
  await guardIs(" g ");
  await refuseHundred();
  map.apply({ showId, from: 1, to: 2, changes: [[A1, "booked"]] });
  await delay(LONG_ENOUGH_MS);
  expect(asked).toBe(0);
});

it("G11 a guard that has outlived its grant costs one question, and is removed", async () => {
  guard.booked(showId, [{ seat: A1, fence: 0, buyer: "an" }], { sentAtMs: performance.now() });
  await guardIs(" g ");
  await refuseHundred();
  await until("it is gone", async () => {
    return !(await services.redisReader.get(keyOf(showId, A1)))?.includes(" g ");
  });
  expect(await take("binh")).toMatchObject({ state: "guarded" });
  expect(asked).toBe(1);
});

it("G9 G11 a guard of a later grant than Postgres was asked about stands", async () => {
  guard.booked(showId, [{ seat: A1, fence: 7, buyer: "an" }], { sentAtMs: performance.now() });
  await guardIs(" g ");
  await refuseHundred();
  await until("Postgres was asked", () => asked > 0);
  await delay(100);
  await refuseHundred();
});
