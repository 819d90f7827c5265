import { setTimeout as delay } from "node:timers/promises";
import { Redis } from "ioredis";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestDatabase } from "#testing/database";
import { startPostgres, type TestPostgres } from "#testing/postgres";
import { startRedis, type TestRedis } from "#testing/redis";

describe("a test's own database", () => {
  test("is migrated, seeded and apart from the others", async () => {
    const [one, other] = await Promise.all([createTestDatabase(), createTestDatabase()]);
    await query(one.url, "UPDATE shows SET version = 7 WHERE show_id = 'demo'");
    expect(await query(one.url, "SELECT version::int FROM shows WHERE show_id = 'demo'")).toEqual([
      { version: 7 },
    ]);
    expect(await query(other.url, "SELECT version::int FROM shows WHERE show_id = 'demo'")).toEqual([
      { version: 0 },
    ]);
    await Promise.all([one.drop(), other.drop()]);
  });

  test("cannot be dropped with a connection left open", async () => {
    const database = await createTestDatabase();
    const forgotten = new pg.Client({ connectionString: database.url });
    forgotten.on("error", () => {});
    await forgotten.connect();
    await forgotten.query("SELECT 'forgotten'");
    await expect(database.drop()).rejects.toThrow(/1 connections were left open.*\n.*SELECT 'forgotten'/);
  });
});

describe("a test's own Postgres", () => {
  let postgres: TestPostgres;
  beforeAll(async () => {
    postgres = await startPostgres({ settings: { fsync: "on", synchronous_commit: "on" } });
  });
  afterAll(() => postgres.remove());

  test("keeps what was committed before it was killed", async () => {
    await query(postgres.url, "UPDATE shows SET version = 3 WHERE show_id = 'demo'");
    const before = postgres.pid;
    await postgres.kill();
    await expect(query(postgres.url, "SELECT 1")).rejects.toThrow(/ECONNREFUSED/);
    await postgres.start();
    expect(postgres.pid).not.toBe(before);
    expect(await query(postgres.url, "SELECT version::int FROM shows WHERE show_id = 'demo'")).toEqual([
      { version: 3 },
    ]);
  });

  test("does not answer while paused", async () => {
    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    postgres.pause();
    const answer = client.query("SELECT 1 AS one");
    expect(await Promise.race([answer, delay(200, "silence")])).toBe("silence");
    postgres.resume();
    expect((await answer).rows).toEqual([{ one: 1 }]);
    await client.end();
  });
});

describe("a test's own Redis", () => {
  let redis: TestRedis;
  let client: Redis;
  beforeAll(async () => {
    redis = await startRedis();
    client = new Redis(redis.url, { retryStrategy: () => 20 });
    client.on("error", () => {});
  });
  afterAll(async () => {
    client.disconnect();
    await redis.stop();
  });

  test("does not answer while paused", async () => {
    redis.pause();
    const answer = client.ping();
    expect(await Promise.race([answer, delay(200, "silence")])).toBe("silence");
    redis.resume();
    expect(await answer).toBe("PONG");
  });

  test("is empty on the same port after it was killed and started", async () => {
    await client.set("seat", "taken");
    await redis.kill();
    await redis.start();
    expect(await client.get("seat")).toBeNull();
  });
});

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}
