import { Redis } from "ioredis";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startRedis, type TestRedis } from "#testing/redis";
import { openRedissonLock, type RedissonLock } from "./redisson-lock";

const TTL_MS = 60_000;

let server: TestRedis;
let redis: Redis;
let lock: RedissonLock;
beforeAll(async () => {
  server = await startRedis();
  redis = new Redis(server.url);
  lock = await openRedissonLock(redis, "lab:lock:A1", TTL_MS);
});
afterAll(async () => {
  lock.close();
  redis.disconnect();
  await server.stop();
});

test("L37 whoever has the lock may take it again, and it is free after as many releases", async () => {
  expect(await lock.take("an")).toBe(0);
  expect(await lock.take("an")).toBe(0);
  expect(await lock.take("binh")).toBeGreaterThan(0);
  expect(await lock.giveBack("an")).toBe(true);
  expect(await lock.take("binh")).toBeGreaterThan(0);
  expect(await lock.giveBack("an")).toBe(true);
  expect(await lock.take("binh")).toBe(0);
  expect(await lock.giveBack("an")).toBe(false);
  expect(await lock.renew("an")).toBe(false);
  expect(await lock.renew("binh")).toBe(true);
  expect(await lock.giveBack("binh")).toBe(true);
});

test("L37 whoever waits is woken by the release, also by one that came before the wait", async () => {
  await lock.take("an");
  const waiting = lock.untilFree(TTL_MS);
  await lock.giveBack("an");
  await waiting;

  await lock.take("an");
  const before = await redis.duplicate();
  const heard = new Promise((resolve) => before.on("message", resolve));
  await before.subscribe("lab:lock:A1:channel");
  await lock.giveBack("an");
  await heard;
  before.disconnect();
  await lock.untilFree(TTL_MS);
});
