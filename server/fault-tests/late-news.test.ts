/**
 * Two nodes, of which one (X) tells Redis late what became of a seat: it is slow, it was stopped, it lost a reply, or
 * its connection died. The other (Y) has given the seat back meanwhile. Whoever asks then gets it, through either.
 */
import { setTimeout as delay } from "node:timers/promises";
import { Redis } from "ioredis";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { keyOf } from "#server/guard/guard-value";
import { type Buyer, openBuyer, request } from "#testing/buyer";
import { type Network, openNetwork } from "#testing/network";
import { metric, startTestNode, type TestNode } from "#testing/node";
import { type NodeProcess, startNodeProcess } from "#testing/node-process";
import { withSeed } from "#testing/random";
import { lockShow } from "#testing/seat-lock";
import { startServices, type TestServices } from "#testing/services";
import { until } from "#testing/until";

const showId = "demo";
/** A refusal is remembered for 50 ms, a wrong guard stands for five seconds or more; the rest is for a busy machine. */
const AT_ONCE_MS = 2_500;
const FAST = { requestsMs: 0, repliesMs: 0 };

let services: TestServices;
let redis: Redis;
let database: Network;
let guards: Network;
let marker: Redis;
let x: NodeProcess;
let y: TestNode;
const seats = ["A", "B", "C", "D"].flatMap((row) => Array.from({ length: 16 }, (_, at) => `${row}${at + 1}`));

beforeAll(async () => {
  services = await startServices();
  redis = new Redis(services.redisUrl);
  [database, guards] = await Promise.all([openNetwork(services.databaseUrl), openNetwork(services.redisUrl)]);
  marker = new Redis(guards.url);
  marker.on("error", () => {});
  [x, y] = await Promise.all([
    startNodeProcess({ databaseUrl: database.url, redisUrl: guards.url }),
    startTestNode(services),
  ]);
});
afterEach(() => {
  guards.slowDown(FAST);
  guards.restore();
  database.restore();
});
afterAll(async () => {
  marker.disconnect();
  redis.disconnect();
  await x.kill();
  await y.stop();
  await Promise.all([database.close(), guards.close()]);
  await services.remove();
});

interface Owner {
  throughX: Buyer;
  throughY: Buyer;
  close(): void;
}

/** One person with a page open on each node. */
async function openOwner(): Promise<Owner> {
  const throughX = await openBuyer(x.url);
  const throughY = await openBuyer(y.url, { cookie: throughX.cookie });
  return {
    throughX,
    throughY,
    close() {
      throughX.close();
      throughY.close();
    },
  };
}

async function book(buyer: Buyer, label: string, idempotencyKey = label): Promise<string> {
  const sold = await buyer.ask("seat:book", { showId, seats: [label], idempotencyKey });
  if (!sold.ok) throw new Error(`${label} was not sold: ${sold.code}`);
  return sold.booking.reference;
}

async function cancel(buyer: Buyer, reference: string): Promise<void> {
  expect(await buyer.ask("booking:cancel", { reference })).toMatchObject({ ok: true });
}

/** Whatever X has told Redis has arrived: it is on the same slow way as the marker, and went before it. */
async function untilTold(): Promise<void> {
  await request(x.url, "GET", "/livez");
  await marker.ping();
}

/** X may still be doing without Redis after what was done to it before. */
async function untilGuarding({ throughX }: Owner): Promise<void> {
  await until("X asks Redis", async () => {
    const before = await metric(x.url, "lock_acquire_duration_seconds_count");
    await throughX.ask("seat:hold", { showId, seats: ["K1"] });
    return (await metric(x.url, "lock_acquire_duration_seconds_count")) > before;
  });
}

/** The key is another each time: a refused one stays refused. */
async function bookAtOnce(buyer: Buyer, label: string, key: string, withinMs = AT_ONCE_MS): Promise<string> {
  let tries = 0;
  return until(
    `${label} can be bought`,
    async () => {
      tries += 1;
      const sold = await buyer.ask("seat:book", {
        showId,
        seats: [label],
        idempotencyKey: `${key} ${tries}`,
      });
      return sold.ok ? sold.booking.reference : undefined;
    },
    withinMs,
  );
}

async function expectForSale(label: string, url: string, withinMs = AT_ONCE_MS): Promise<void> {
  const buyer = await openBuyer(url);
  await bookAtOnce(buyer, label, label, withinMs);
  buyer.close();
}

/** A seat for each node to sell afterwards: what is told of the one says nothing of the other. */
async function forEachNode(tell: (label: string, owner: Owner) => Promise<void>): Promise<void> {
  const owner = await openOwner();
  for (const { url } of [x, y]) {
    const label = seats.shift() ?? "";
    await untilGuarding(owner);
    await tell(label, owner);
    await untilTold();
    guards.slowDown(FAST);
    await expectForSale(label, url);
  }
  owner.close();
}

describe("a seat can be bought at once through every node", () => {
  it("G9 booked through X and cancelled through Y, with X's Redis 20 ms slower", async () => {
    await forEachNode(async (label, { throughX, throughY }) => {
      guards.slowDown({ requestsMs: 20, repliesMs: 20 });
      await cancel(throughY, await book(throughX, label));
    });
  });

  it("G9 booked through X and cancelled through Y, with X's Redis slower than X waits for it", async () => {
    await forEachNode(async (label, { throughX, throughY }) => {
      guards.slowDown({ requestsMs: 600, repliesMs: 0 });
      await cancel(throughY, await book(throughX, label));
    });
  });

  it("G9 held through X and released through Y, with X's Redis 100 ms slower", async () => {
    await forEachNode(async (label, { throughX, throughY }) => {
      guards.slowDown({ requestsMs: 100, repliesMs: 100 });
      const held = await throughX.ask("seat:hold", { showId, seats: [label] });
      const holdId = held.ok ? held.hold.id : "";
      expect(await throughY.ask("hold:release", { holdId })).toMatchObject({ ok: true, hold: null });
    });
  });

  it("G9 booked through X, which stopped after its commit, repeated and cancelled through Y", async () => {
    await forEachNode(async (label, { throughX, throughY }) => {
      const lock = await lockShow(services.sql, showId);
      const answer = book(throughX, label);
      await lock.untilWaiting(1);
      x.pause();
      await lock.release();
      const reference = await book(throughY, label);
      await cancel(throughY, reference);
      x.resume();
      expect(await answer).toBe(reference);
    });
  });

  it("G9 booked through X and the demo reset through Y 60 ms later, with X's Redis 100 ms slower", async () => {
    const owner = await openOwner();
    for (let round = 0; round < 5; round += 1) {
      const label = seats.shift() ?? "";
      guards.slowDown({ requestsMs: 100, repliesMs: 100 });
      await book(owner.throughX, label, `${label} ${round}`);
      await delay(60);
      await request(y.url, "POST", "/api/demo/reset");
      await untilTold();
      guards.slowDown(FAST);
      await expectForSale(label, round % 2 ? x.url : y.url);
    }
    owner.close();
  });

  it("G9 booked in one shot through X whose reply was lost, repeated and cancelled through Y", async () => {
    await forEachNode(async (label, { throughX, throughY }) => {
      const lock = await lockShow(services.sql, showId);
      const answer = throughX.ask("seat:book", { showId, seats: [label], idempotencyKey: label });
      await lock.untilWaiting(1);
      database.sever();
      await lock.release();
      expect(await answer).toMatchObject({ ok: false, code: "pending" });
      await cancel(throughY, await book(throughY, label));
      database.restore();
      await until("X has found Postgres again", async () => {
        return (await throughX.ask("show:join", { showId })).ok;
      });
    });
  });

  it("G9 whose guard was lost and restored by a buyer refused through X while its owner cancelled, 60 times", async () => {
    await withSeed(async (random) => {
      const [owner, other] = [await openBuyer(y.url), await openBuyer(x.url)];
      const label = seats.shift() ?? "";
      const { rows } = await services.sql.query<{ seat: number }>(
        "SELECT seat FROM seats WHERE show_id = $1 AND label = $2",
        [showId, label],
      );
      // The refused buyer is guarded after 20 ms and refused at once; what Postgres said is in Redis 10 ms later.
      guards.slowDown({ requestsMs: 10, repliesMs: 10 });
      for (let round = 0; round < 60; round += 1) {
        const reference = await bookAtOnce(owner, label, `${label} ${round}`);
        await redis.del(keyOf(showId, rows[0]?.seat ?? 0));
        const order = { showId, seats: [label], idempotencyKey: `${label} ${round}` };
        const [tried] = await Promise.all([
          other.ask("seat:book", order),
          delay(15 + random.below(25)).then(() => cancel(owner, reference)),
        ]);
        await untilTold();
        const bought = tried.ok ? tried.booking.reference : await bookAtOnce(other, label, `again ${round}`);
        await cancel(other, bought);
      }
      owner.close();
      other.close();
    });
  });

  it("G9 within seconds, cancelled through X while its connection to Redis was dead without a word", async () => {
    const owner = await openOwner();
    const labels = [seats.shift() ?? "", seats.shift() ?? ""];
    const references: string[] = [];
    for (const label of labels) references.push(await book(owner.throughX, label));
    await untilTold();
    guards.silence();
    for (const reference of references) await cancel(owner.throughX, reference);
    for (const [at, { url }] of [x, y].entries()) await expectForSale(labels[at] ?? "", url, 5_000);
    owner.close();
  });
});
