/** Postgres stopped, killed and started again under two nodes, and connections lost at bad moments. */
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { type Buyer, openBuyer, request } from "#testing/buyer";
import { askAgain, brokenPromises, sendCrowd } from "#testing/crowd";
import { brokenRules } from "#testing/invariants";
import { readiness, startTestNode, type TestNode } from "#testing/node";
import { startPostgres, type TestPostgres } from "#testing/postgres";
import { withSeed } from "#testing/random";
import { startRedis, type TestRedis } from "#testing/redis";
import { until } from "#testing/until";
import { falseStates, openViewer, untilTrue } from "#testing/viewer";

const showId = "demo";
let postgres: TestPostgres;
let redis: TestRedis;
let sql: pg.Pool;
let here: TestNode;
let there: TestNode;
let open: { close(): void }[] = [];

beforeAll(async () => {
  // An acknowledged booking is on disk, as in production; the rest of the tests do without.
  const durable = { fsync: "on", synchronous_commit: "on", full_page_writes: "on" };
  [postgres, redis] = await Promise.all([startPostgres({ settings: durable }), startRedis()]);
  sql = new pg.Pool({ connectionString: postgres.url, max: 4 });
  sql.on("error", () => {});
  const services = { databaseUrl: postgres.url, redisUrl: redis.url };
  const env = { HOLD_TTL_MS: "3000", SWEEP_MS: "100" };
  [here, there] = await Promise.all([startTestNode(services, env), startTestNode(services, env)]);
});
beforeEach(() => request(here.url, "POST", "/api/demo/reset"));
afterEach(() => {
  for (const one of open) one.close();
  open = [];
});
afterAll(async () => {
  await Promise.all([here.stop(), there.stop()]);
  const broken = await brokenRules(sql);
  await sql.end();
  await redis.stop();
  await postgres.remove();
  expect(broken).toEqual([]);
});

async function newBuyer(node: TestNode): Promise<Buyer> {
  const buyer = await openBuyer(node.url);
  open.push(buyer);
  return buyer;
}

it.each([
  ["stopped", () => postgres.stop()],
  ["killed", () => postgres.kill()],
])("X2 Postgres %s: nothing is sold, buyers are told, and selling resumes by itself", async (_, goAway) => {
  await withSeed(async (random) => {
    const viewers = [await openViewer(here.url, showId), await openViewer(there.url, showId)];
    open.push(...viewers);
    const buyers = await Promise.all(Array.from({ length: 12 }, (_, at) => newBuyer(at % 2 ? here : there)));
    const [witness] = viewers;
    const statuses = witness?.buyer().listen("service:status") ?? [];
    let over = false;
    const crowd = sendCrowd(buyers, { showId, random, goesOn: () => !over });
    const moreSales = async (circumstances: string) => {
      const before = crowd.sales();
      await until(`ten more are sold ${circumstances}`, () => crowd.sales() >= before + 10);
    };
    await moreSales("at first");
    await goAway();
    await until("everyone has been told", () =>
      crowd.visits.every(({ refusals }) => refusals.has("unavailable") || refusals.has("pending")),
    );
    const sold = crowd.sales();
    expect(await readiness(here.url)).toBe("down");
    expect((await request(here.url, "GET", "/readyz")).status).toBe(503);
    const answer = await request(here.url, "POST", "/api/holds", { showId, seats: ["F1"] });
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "1"]);
    expect(answer.body).toMatchObject({ ok: false, code: "unavailable" });
    await until("the screens are told", () => statuses.some((status) => status.postgres === "down"));
    expect(crowd.sales()).toBe(sold);
    await postgres.start();
    await moreSales("with Postgres back again");
    await until("the screens are told", () => statuses.at(-1)?.postgres === "up");
    over = true;
    await crowd.gone;
    for (const [at, visit] of crowd.visits.entries()) {
      const buyer = buyers[at];
      if (buyer) await askAgain(buyer, visit, showId);
      expect([...visit.uncertain]).toEqual([]);
    }
    expect(await brokenPromises(crowd.visits, sql, showId)).toEqual([]);
    for (const viewer of viewers) {
      await untilTrue(viewer, sql, showId);
      expect(await falseStates(viewer, sql, showId)).toEqual([]);
    }
  });
});

it("X2 all connections lost at once cost nobody a sale", async () => {
  const buyers = await Promise.all(Array.from({ length: 8 }, (_, at) => newBuyer(at % 2 ? here : there)));
  const answers = buyers.map((buyer, at) =>
    buyer.ask("seat:book", { showId, seats: [`A${1 + at}`], idempotencyKey: "k" }),
  );
  await sql.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'last-seat'",
  );
  for (const answer of await Promise.all(answers)) expect(answer).toMatchObject({ ok: true });
});

it("X2 a node that starts before Postgres waits for it", async () => {
  await postgres.stop();
  const early = await startTestNode({ databaseUrl: postgres.url, redisUrl: redis.url }, {}, "down");
  const buyer = await openBuyer(early.url);
  open.push(buyer);
  expect(await buyer.ask("show:join", { showId })).toMatchObject({ ok: false, code: "unavailable" });
  expect(await buyer.ask("seat:hold", { showId, seats: ["A1"] })).toMatchObject({ code: "unavailable" });
  await postgres.start();
  await until("it is ready", async () => (await readiness(early.url)) === "ready");
  expect(await buyer.ask("show:join", { showId })).toMatchObject({ ok: true });
  expect(await buyer.ask("seat:hold", { showId, seats: ["A1"] })).toMatchObject({ ok: true });
  buyer.close();
  await early.stop();
  for (const { url } of [here, there])
    await until("they are back", async () => (await readiness(url)) === "ready");
});
