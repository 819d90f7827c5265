/** Redis killed, restarted empty and frozen under two nodes that go on selling. */
import { Redis } from "ioredis";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { keyOf } from "#server/guard/guard-value";
import { type Buyer, openBuyer, request } from "#testing/buyer";
import { brokenPromises, sendCrowd } from "#testing/crowd";
import { metric, readiness, startTestNode, type TestNode } from "#testing/node";
import { withSeed } from "#testing/random";
import { startServices, type TestServices } from "#testing/services";
import { until } from "#testing/until";
import { falseStates, openViewer, untilTrue } from "#testing/viewer";

const showId = "demo";
let services: TestServices;
let here: TestNode;
let there: TestNode;
let open: { close(): void }[] = [];

beforeAll(async () => {
  services = await startServices();
  const env = { GUARD_TTL_MS: "1000" };
  [here, there] = await Promise.all([startTestNode(services, env), startTestNode(services, env)]);
});
beforeEach(async () => {
  await untilReady();
  await request(here.url, "POST", "/api/demo/reset");
});
afterEach(() => {
  for (const one of open) one.close();
  open = [];
});
afterAll(async () => {
  await Promise.all([here.stop(), there.stop()]);
  await services.remove();
});

async function newBuyer(node: TestNode): Promise<Buyer> {
  const buyer = await openBuyer(node.url);
  open.push(buyer);
  return buyer;
}

async function untilReady(): Promise<void> {
  for (const { url } of [here, there]) {
    await until("Redis is found again", async () => (await readiness(url)) === "ready");
  }
}

it("X1 F5 costs no sale and sells nothing twice, however often it goes and comes", async () => {
  await withSeed(async (random) => {
    const { redis, sql } = services;
    const viewers = [await openViewer(here.url, showId), await openViewer(there.url, showId)];
    open.push(...viewers);
    const buyers = await Promise.all(Array.from({ length: 16 }, (_, at) => newBuyer(at % 2 ? here : there)));
    let over = false;
    const crowd = sendCrowd(buyers, { showId, random, goesOn: () => !over });
    const moreSales = async (circumstances: string) => {
      const before = crowd.sales();
      await until(`ten more are sold ${circumstances}`, () => crowd.sales() >= before + 10);
    };
    await moreSales("at first");
    await redis.kill();
    await moreSales("without Redis");
    await redis.start();
    await moreSales("with an empty Redis");
    await untilReady();
    redis.pause();
    await moreSales("with a frozen Redis");
    redis.resume();
    await moreSales("with Redis back again");
    over = true;
    await crowd.gone;
    const refusals = new Set(crowd.visits.flatMap((visit) => [...visit.refusals]));
    expect([...refusals].filter((code) => code !== "seat_taken" && code !== "too_many_seats")).toEqual([]);
    expect(await brokenPromises(crowd.visits, sql, showId)).toEqual([]);
    for (const viewer of viewers) {
      await untilTrue(viewer, sql, showId);
      expect(await falseStates(viewer, sql, showId)).toEqual([]);
    }
  });
});

it("X1 a race for one seat has one winner, whatever Redis does meanwhile", async () => {
  const { redis } = services;
  const buyers = await Promise.all(Array.from({ length: 40 }, (_, at) => newBuyer(at % 2 ? here : there)));
  const race = (label: string, half: Buyer[]) =>
    half.map((buyer) => buyer.ask("seat:book", { showId, seats: [label], idempotencyKey: label }));
  const answers: Record<string, Awaited<ReturnType<typeof race>[number]>[]> = {};
  const [early, late] = [buyers.slice(0, 20), buyers.slice(20)];

  const killed = race("A1", early);
  await redis.kill();
  answers.A1 = await Promise.all([...killed, ...race("A1", late)]);

  const restarted = race("A2", early);
  await redis.start();
  answers.A2 = await Promise.all([...restarted, ...race("A2", late)]);
  await untilReady();

  const frozen = race("A3", early);
  redis.pause();
  answers.A3 = await Promise.all([...frozen, ...race("A3", late)]);

  const thawed = race("A4", early);
  redis.resume();
  answers.A4 = await Promise.all([...thawed, ...race("A4", late)]);

  for (const [label, outcomes] of Object.entries(answers)) {
    expect([label, outcomes.filter(({ ok }) => ok).length]).toEqual([label, 1]);
    expect(outcomes.filter((outcome) => !outcome.ok && outcome.code !== "seat_taken")).toEqual([]);
  }
});

describe("the guard", () => {
  it("G7 is done without while Redis is frozen, and comes back by itself", async () => {
    const buyer = await newBuyer(here);
    services.redis.pause();
    expect(await buyer.ask("seat:hold", { showId, seats: ["A1"] })).toMatchObject({ ok: true });
    expect(await metric(here.url, "lock_errors_total")).toBeGreaterThan(0);
    const errors = await metric(here.url, "lock_errors_total");
    expect(await buyer.ask("seat:hold", { showId, seats: ["A2"] })).toMatchObject({ ok: true });
    // Only the first attempt waited for Redis; the others do not even ask.
    expect(await metric(here.url, "lock_errors_total")).toBe(errors);
    services.redis.resume();
    await until("an attempt is guarded again", async () => {
      const before = await metric(here.url, "lock_acquired_total");
      await buyer.ask("seat:hold", { showId, seats: ["A1"] });
      return (await metric(here.url, "lock_acquired_total")) > before;
    });
  });

  it("G8 that Redis has lost is set again by whoever Postgres refuses", async () => {
    const [owner, second, third] = [await newBuyer(here), await newBuyer(there), await newBuyer(there)];
    await owner.ask("seat:hold", { showId, seats: ["A1"] });
    await owner.ask("seat:book", { showId, seats: ["A2"], idempotencyKey: "k" });
    await services.redis.kill();
    await services.redis.start();
    await untilReady();
    const redis = new Redis(services.redisUrl);
    open.push({ close: () => redis.disconnect() });
    const guards = () => redis.mget(keyOf(showId, 0), keyOf(showId, 1));
    // What stands there may also be a removal that was told again.
    const isOwned = (guard: string | null) => guard?.includes(" g ") ?? false;
    const refused = { ok: false, code: "seat_taken" };
    await until("there is a guard for everyone to ask", async () => {
      const before = await metric(there.url, "lock_acquired_total");
      for (const label of ["A1", "A2"]) {
        expect(await second.ask("seat:hold", { showId, seats: [label] })).toMatchObject(refused);
      }
      return (await metric(there.url, "lock_acquired_total")) > before || (await guards()).every(isOwned);
    });
    await until("both are guarded", async () => (await guards()).every(isOwned));
    const [buyer] = (owner.cookie.split("=")[1] ?? "").split("~");
    for (const guard of await guards()) expect(guard).toMatch(new RegExp(` g ${buyer}:`));
    // On a busy machine Redis may answer too late once more, and the node goes without for a moment.
    await until("both are refused without a statement", async () => {
      const statements = await metric(there.url, "group_commit_batch_size_count");
      for (const label of ["A1", "A2"]) {
        expect(await third.ask("seat:hold", { showId, seats: [label] })).toMatchObject(refused);
      }
      return (await metric(there.url, "group_commit_batch_size_count")) === statements;
    });
  });

  it("X1 of a seat given back while Redis was frozen does not outlive the freeze", async () => {
    const [owner, other] = [await newBuyer(here), await newBuyer(there)];
    const held = await owner.ask("seat:hold", { showId, seats: ["A1"] });
    const sold = await owner.ask("seat:book", { showId, seats: ["A2"], idempotencyKey: "k" });
    services.redis.pause();
    // This attempt waits in vain, and after it nothing is sent to Redis any more.
    await owner.ask("seat:hold", { showId, seats: ["B1"] });
    if (held.ok) await owner.ask("hold:release", { holdId: held.hold.id });
    if (sold.ok) await owner.ask("booking:cancel", { reference: sold.booking.reference });
    services.redis.resume();
    for (const label of ["A1", "A2"]) {
      await until(
        `${label} is to be had`,
        async () => (await other.ask("seat:hold", { showId, seats: [label] })).ok,
        5_000,
      );
    }
  });
});

it("service:status tells when Redis goes and comes, and the node stays ready for traffic", async () => {
  const buyer = await newBuyer(here);
  const heard = buyer.listen("service:status");
  await services.redis.kill();
  await until("its loss is told", () => heard.some(({ redis }) => redis === "down"));
  expect((await request(here.url, "GET", "/readyz")).status).toBe(200);
  expect(await readiness(here.url)).toBe("degraded");
  await services.redis.start();
  await until("its return is told", () => heard.at(-1)?.redis === "up");
  expect(heard.every(({ postgres }) => postgres === "up")).toBe(true);
});

it("X1 a node that starts without Redis sells, and finds Redis when it comes", async () => {
  await services.redis.stop();
  const lonely = await startTestNode(services, {}, "degraded");
  const buyer = await openBuyer(lonely.url);
  open.push(buyer);
  const viewer = await openViewer(lonely.url, showId);
  open.push(viewer);
  expect(await buyer.ask("seat:book", { showId, seats: ["A1"], idempotencyKey: "k" })).toMatchObject({
    ok: true,
  });
  await untilTrue(viewer, services.sql, showId);
  await services.redis.start();
  await until("it is ready", async () => (await readiness(lonely.url)) === "ready");
  await untilReady();
  const elsewhere = await newBuyer(here);
  await elsewhere.ask("seat:book", { showId, seats: ["A2"], idempotencyKey: "k" });
  await untilTrue(viewer, services.sql, showId);
  buyer.close();
  viewer.close();
  await lonely.stop();
});
