/** The hot seat in short: a hundred buyers over HTTP against a whole node, judged by the ledger. */
import pg from "pg";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readConfig } from "../server/config";
import { type Node, startNode } from "../server/node";
import { createTestDatabase, type TestDatabase } from "../testing/database";
import { startRedis, type TestRedis } from "../testing/redis";
import { burst } from "./burst";
import { judge } from "./judge/judge";
import { readStartingState } from "./judge/starting-state";

let database: TestDatabase;
let redis: TestRedis;
let node: Node;
let client: pg.Client;

beforeAll(async () => {
  [database, redis] = await Promise.all([createTestDatabase(), startRedis()]);
  const config = readConfig({
    NODE_ENV: "test",
    HOST: "127.0.0.1",
    PORT: "0",
    DATABASE_URL: database.url,
    REDIS_URL: redis.url,
    WEB: "off",
    DEMO: "on",
    RATE_LIMITS: "off",
  });
  node = await startNode(config, pino({ level: "silent" }));
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await node.stop();
  await redis.stop();
  await database.drop();
});

test("a hundred people click A1: one gets it, ninety-nine are refused, and the ledger agrees", async () => {
  const start = await readStartingState(client);
  const answers = await burst({ target: target(), buyers: 100, seat: "A1" });
  const verdict = await judge(client, start, answers, {
    ledger: { kind: "box-office" },
    expectation: "once",
    decides: true,
    shared: false,
  });
  expect(verdict).toMatchObject({
    requests: 100,
    told: { done: 1, refused: 99, error: 0, unanswered: 0 },
    sold: 1,
    doubleBookings: 0,
    faults: [],
  });
});

test("the same crowd buys A1 many times over without a lock, and the judge sees it", async () => {
  const start = await readStartingState(client);
  const answers = await burst({ target: target(), buyers: 100, seat: "A1", strategy: "naive" });
  const verdict = await judge(client, start, answers, {
    ledger: { kind: "lab", strategy: "naive" },
    expectation: "many",
    decides: false,
    shared: false,
  });
  expect(verdict.expectedFailure).toMatch(/A1 \d+ times/);
  expect(verdict.faults).toEqual([]);
});

function target(): string {
  return `http://127.0.0.1:${node.port}`;
}
