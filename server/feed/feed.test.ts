/** The feed as screens see it, over two nodes on one Postgres and a Redis of each form. */
import { setTimeout as delay } from "node:timers/promises";
import { Redis } from "ioredis";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Buyer, openBuyer, request } from "#testing/buyer";
import { brokenPromises, sendCrowd } from "#testing/crowd";
import { metric, startTestNode, type TestNode } from "#testing/node";
import { withSeed } from "#testing/random";
import { REDIS_FORMS } from "#testing/redis-forms";
import { startServices, type TestServices } from "#testing/services";
import { until } from "#testing/until";
import { falseStates, openViewer, untilTrue, type Viewer } from "#testing/viewer";

const showId = "demo";
describe.each(REDIS_FORMS)("on %s", (_, start) => {
  let services: TestServices;
  let here: TestNode;
  let there: TestNode;
  let open: { close(): void }[] = [];

  beforeAll(async () => {
    services = await startServices(start);
    [here, there] = await Promise.all([startTestNode(services), startTestNode(services)]);
  });
  beforeEach(() => request(here.url, "POST", "/api/demo/reset"));
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

  async function newViewer(node: TestNode): Promise<Viewer> {
    const viewer = await openViewer(node.url, showId);
    open.push(viewer);
    return viewer;
  }

  describe("two nodes", () => {
    it("F5 show the same map, each with the other's sales", async () => {
      const viewers = [await newViewer(here), await newViewer(there)];
      const buyers = [await newBuyer(here), await newBuyer(there)];
      for (const [at, buyer] of buyers.entries()) {
        await buyer.ask("seat:book", { showId, seats: [`A${1 + at}`], idempotencyKey: "k" });
      }
      for (const viewer of viewers) {
        await untilTrue(viewer, services.sql, showId);
        expect(viewer.seats().slice(0, 3)).toBe("bba");
      }
      expect(await metric(here.url, "feed_lag_seconds_count")).toBeGreaterThan(0);
      expect(await metric(there.url, "feed_lag_seconds_count")).toBeGreaterThan(0);
    });

    it("F2 F3 F5 lose and double nothing while a crowd buys and screens come, go and change nodes", async () => {
      await withSeed(async (random) => {
        const nodes = [here, there] as const;
        const viewers = await Promise.all(Array.from({ length: 6 }, () => newViewer(random.pick(nodes))));
        const buyers = await Promise.all(Array.from({ length: 20 }, () => newBuyer(random.pick(nodes))));
        const crowd = sendCrowd(buyers, { showId, random, goesOn: (round) => round < 12 });
        const watching = Promise.all(
          viewers.map(async (viewer) => {
            while (crowd.isShopping()) {
              if (random.chance(50)) await viewer.leaveAndJoin();
              else await viewer.reconnect(random.pick(nodes).url);
              await delay(random.below(60));
            }
          }),
        );
        await Promise.all([crowd.gone, watching]);
        expect(crowd.sales()).toBeGreaterThan(0);
        expect(await brokenPromises(crowd.visits, services.sql, showId)).toEqual([]);
        for (const viewer of viewers) {
          await untilTrue(viewer, services.sql, showId);
          expect(await falseStates(viewer, services.sql, showId)).toEqual([]);
        }
      });
    });

    it("F5 show the same map although Redis loses messages", async () => {
      await withSeed(async (random) => {
        const admin = new Redis(services.redis.url);
        open.push({ close: () => admin.disconnect() });
        const viewers = [await newViewer(here), await newViewer(there)];
        const buyers = await Promise.all([here, there, here, there].map(newBuyer));
        const crowd = sendCrowd(buyers, { showId, random, goesOn: (round) => round < 15 });
        const before =
          (await metric(here.url, "feed_catch_ups_total")) +
          (await metric(there.url, "feed_catch_ups_total"));
        while (crowd.isShopping()) {
          await admin.call("CLIENT", "KILL", "TYPE", "pubsub");
          await delay(random.below(100));
        }
        await crowd.gone;
        for (const viewer of viewers) {
          await untilTrue(viewer, services.sql, showId);
          expect(await falseStates(viewer, services.sql, showId)).toEqual([]);
        }
        const after =
          (await metric(here.url, "feed_catch_ups_total")) +
          (await metric(there.url, "feed_catch_ups_total"));
        expect(after).toBeGreaterThan(before);
      });
    });
  });
});

describe("a busy show", () => {
  it("F4 sends the first change at once and the following ones together", async () => {
    const services = await startServices();
    const calm = await startTestNode(services, { BROADCAST_TICK_MS: "3000" });
    const viewer = await openViewer(calm.url, showId);
    const buyers = await Promise.all(Array.from({ length: 6 }, () => openBuyer(calm.url)));
    const hold = (at: number) => buyers[at]?.ask("seat:hold", { showId, seats: [`A${1 + at}`] });
    const version = viewer.version() ?? 0;
    await hold(0);
    await until("the first change is told", () => viewer.updates.length === 1);
    await Promise.all([1, 2, 3, 4, 5].map(hold));
    await until("the others are told", () => viewer.updates.length > 1);
    expect(viewer.updates.map(({ from, to }) => [from - version, to - version])).toEqual([
      [0, 1],
      [1, 6],
    ]);
    expect(viewer.seats()).toMatch(/^h{6}a/);
    for (const one of [viewer, ...buyers]) one.close();
    await calm.stop();
    await services.remove();
  });
});
