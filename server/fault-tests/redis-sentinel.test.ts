/** Two nodes on a Redis that three Sentinels watch over, while its master freezes, and the next one dies. */
import { afterAll, beforeAll, beforeEach, it } from "vitest";
import { request } from "#testing/buyer";
import { startTestNode, type TestNode } from "#testing/node";
import { withSeed } from "#testing/random";
import type { TestRedis } from "#testing/redis";
import { startSentinelGroup, type TestSentinelGroup } from "#testing/redis-sentinel";
import { openSale, untilReady } from "#testing/sale-under-way";
import { startServices, type TestServices } from "#testing/services";
import { until } from "#testing/until";

const showId = "demo";
const LONG_MS = 60_000;
const TEST_MS = 120_000;

let group: TestSentinelGroup;
let services: TestServices;
let nodes: TestNode[];

beforeAll(async () => {
  services = await startServices(async () => {
    group = await startSentinelGroup({
      downAfterMs: 1_000,
      password: "sécret/:%",
      sentinelPassword: "a&b=c",
    });
    return { url: group.url, server: await group.master(), stop: group.stop };
  });
  nodes = await Promise.all([startTestNode(services), startTestNode(services)]);
}, TEST_MS);
beforeEach(async () => {
  await group.untilWhole();
  for (const { url } of nodes) await untilReady(url);
  await request(nodes[0]?.url ?? "", "POST", "/api/demo/reset");
}, TEST_MS);
afterAll(async () => {
  await Promise.all(nodes.map((node) => node.stop()));
  await services.remove();
});

it.each<[string, (master: TestRedis) => Promise<void>, (master: TestRedis) => void]>([
  ["is frozen", async (master) => master.pause(), (master) => master.resume()],
  ["dies", (master) => master.kill(), () => {}],
])(
  "X1 F5 G7 a master that %s costs no sale: Postgres sells until its replica has taken over",
  { timeout: TEST_MS },
  async (how, breakDown, bringBack) => {
    await withSeed(async (random) => {
      const sale = await openSale(nodes, services, { showId, random });
      await sale.sells("at first");
      const master = await group.master();
      await breakDown(master);
      await sale.sells("without the master");
      await until("a replica has taken over", async () => (await group.master()) !== master, LONG_MS);
      await sale.untilShown(`after a master that ${how}`);
      await sale.untilGuarded();
      bringBack(master);
      await sale.sells("with the old master back, which does not know yet");
      await sale.untilGuarded();
      await sale.end();
    });
  },
);
