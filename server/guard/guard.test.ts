import { setTimeout as delay } from "node:timers/promises";
import type { Redis } from "ioredis";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createMetrics } from "#server/ops/metrics";
import { createRedis } from "#server/ops/redis";
import { startRedis, type TestRedis } from "#testing/redis";
import { createGuard, type Guard, keyOf } from "./guard";

const GUARD_TTL_MS = 5_000;
const showId = "demo";
let server: TestRedis;
let redis: Redis;
let guard: Guard;

beforeAll(async () => {
  server = await startRedis();
  redis = createRedis(server.url, () => {});
});
beforeEach(async () => {
  await until(async () => (await redis.flushall()) === "OK");
  // A guard of its own for each test: it remembers refusals for a moment.
  guard = createGuard({ redis, guardTtlMs: GUARD_TTL_MS, metrics: createMetrics().guard });
});
afterAll(async () => {
  redis.disconnect();
  await server.stop();
});

const by = (customer: string, token = customer) => ({ showId, customer, token });
const take = (customer: string, seats: string[], token = customer) =>
  guard.acquire({ ...by(customer, token), seats });

async function until(condition: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 10_000;
  while (!(await condition().catch(() => false))) {
    if (performance.now() > deadline) throw new Error("it never became true");
    await delay(10);
  }
}
async function commandCount(): Promise<number> {
  return Number(/total_commands_processed:(\d+)/.exec(await redis.info("stats"))?.[1]);
}
const standing = (seat: string) => redis.get(keyOf(showId, seat));

describe("the guard", () => {
  it("G1 lets one of many through, in one turn and over many", async () => {
    const together = await Promise.all(Array.from({ length: 300 }, (_, at) => take(`s-${at}`, ["A1"])));
    expect(together.filter(({ state }) => state === "guarded")).toHaveLength(1);
    expect(await take("late", ["A1"])).toEqual({ state: "refused", seats: ["A1"] });
  });

  it("G1 asks Redis once for a crowd, and lets the owner of the seat through all the same", async () => {
    await take("an", ["A1"]);
    await take("binh", ["A1"]);
    const before = await commandCount();
    const crowd = await Promise.all(Array.from({ length: 500 }, (_, at) => take(`s-${at}`, ["A1"])));
    expect(crowd.every(({ state }) => state === "refused")).toBe(true);
    expect(await take("an", ["A1"])).toEqual({ state: "guarded" });
    expect((await commandCount()) - before).toBeLessThan(10);
  });

  it("G1 forgets a refusal as soon as the seat is given back", async () => {
    await take("an", ["A1"]);
    expect(await take("binh", ["A1"])).toEqual({ state: "refused", seats: ["A1"] });
    guard.release(by("an"), ["A1"]);
    await until(async () => (await standing("A1")) === null);
    expect(await take("binh", ["A1"])).toEqual({ state: "guarded" });
  });

  it("G1 stands apart for each show", async () => {
    await take("an", ["A1"]);
    expect(await guard.acquire({ showId: "other", customer: "binh", token: "t", seats: ["A1"] })).toEqual({
      state: "guarded",
    });
  });

  it("G2 guards several seats all or nothing, and names those that stood in the way", async () => {
    await take("an", ["A2", "A4"]);
    expect(await take("binh", ["A1", "A2", "A3", "A4"])).toEqual({ state: "refused", seats: ["A2", "A4"] });
    expect(await standing("A1")).toBeNull();
    expect(await standing("A3")).toBeNull();
  });

  it("G3 has a time to live from the first moment, and the hold's when stretched", async () => {
    await take("an", ["A1"]);
    const first = await redis.pttl(keyOf(showId, "A1"));
    expect(first).toBeGreaterThan(0);
    expect(first).toBeLessThanOrEqual(GUARD_TTL_MS);
    guard.stretch(by("an"), ["A1"], "hold-token", 60_000);
    await until(async () => (await standing("A1")) === "an:hold-token");
    const stretched = await redis.pttl(keyOf(showId, "A1"));
    expect(stretched).toBeGreaterThan(GUARD_TTL_MS);
    expect(stretched).toBeLessThan(60_000);
  });

  it("G4 is removed or stretched by its owner's token only", async () => {
    await take("an", ["A1"]);
    guard.release(by("binh"), ["A1"]);
    guard.release(by("an", "another-token"), ["A1"]);
    guard.stretch(by("binh"), ["A1"], "stolen", 60_000);
    guard.release(by("an"), ["B1"]);
    await take("probe", ["Z1"]);
    expect(await standing("A1")).toBe("an:an");
    guard.release(by("an"), ["A1"]);
    await until(async () => (await standing("A1")) === null);
  });

  it("G4 without the owner check, the same release would free someone else's seat", async () => {
    await take("an", ["A1"]);
    await redis.del(keyOf(showId, "A1"));
    expect(await take("binh", ["A1"])).toEqual({ state: "guarded" });
  });

  it("G6 does not stand in its own buyer's way, and is not taken over by the repetition", async () => {
    await take("an", ["A1"], "first");
    expect(await take("an", ["A1", "A2"], "second")).toEqual({ state: "guarded" });
    expect(await standing("A1")).toBe("an:first");
    expect(await standing("A2")).toBe("an:second");
    guard.release(by("an", "second"), ["A1", "A2"]);
    await until(async () => (await standing("A2")) === null);
    expect(await standing("A1")).toBe("an:first");
  });

  it("G7 lets attempts go on while Redis is frozen, and comes back by itself", async () => {
    server.pause();
    expect(await take("an", ["A1"])).toEqual({ state: "absent" });
    // The first attempt has waited for its time-out; from now on nobody waits.
    expect(await take("binh", ["A1"])).toEqual({ state: "absent" });
    server.resume();
    await until(async () => (await take("chi", ["C1"])).state === "guarded");
  });

  it("G7 lets attempts go on while Redis is dead, and comes back by itself", async () => {
    await server.kill();
    await until(async () => (await take("an", ["A1"])).state === "absent");
    await server.start();
    await until(async () => (await take("chi", ["C1"])).state === "guarded");
  });

  it("G8 takes what Postgres says only where no guard stands", async () => {
    await take("an", ["A1"]);
    guard.restore(by("binh", "hold"), "A1", 60_000);
    guard.restore(by("binh", "hold"), "A2", 60_000);
    await until(async () => (await standing("A2")) === "binh:hold");
    expect(await standing("A1")).toBe("an:an");
  });
});
