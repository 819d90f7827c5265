/** Two nodes on a Redis Cluster, three masters with a replica each, while parts of it die, freeze and move. */
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { keyOf } from "#server/guard/guard-value";
import { openBuyer, request } from "#testing/buyer";
import { startTestNode, type TestNode } from "#testing/node";
import { withSeed } from "#testing/random";
import type { TestRedis } from "#testing/redis";
import { startRedisCluster, type TestRedisCluster } from "#testing/redis-cluster";
import { openSale, type SaleUnderWay, untilDegraded, untilReady } from "#testing/sale-under-way";
import { startServices, type TestServices } from "#testing/services";
import { until } from "#testing/until";

const showId = "demo";
const A1 = keyOf(showId, 0);
const LONG_MS = 60_000;
/** Longer than a guard waits for Redis, shorter than a master may be silent before it is replaced. */
const GUARD_GIVEN_UP_MS = 500;
const TEST_MS = 120_000;

let cluster: TestRedisCluster;
let services: TestServices;
let nodes: TestNode[];

beforeAll(async () => {
  services = await startServices(async () => {
    cluster = await startRedisCluster({ replicas: true, nodeTimeoutMs: 1_500, password: "s@crét/:%" });
    return { url: cluster.url, server: await cluster.masterOf(A1), stop: cluster.stop };
  });
  nodes = await Promise.all([startTestNode(services), startTestNode(services)]);
}, TEST_MS);
beforeEach(async () => {
  await cluster.untilWhole();
  for (const { url } of nodes) await untilReady(url);
  await request(nodes[0]?.url ?? "", "POST", "/api/demo/reset");
}, TEST_MS);
afterAll(async () => {
  await Promise.all(nodes.map((node) => node.stop()));
  await services.remove();
});

async function whileSelling(
  circumstances: string,
  disturb: (sale: SaleUnderWay) => Promise<void>,
): Promise<void> {
  await withSeed(async (random) => {
    const sale = await openSale(nodes, services, { showId, random });
    await sale.sells("at first");
    await disturb(sale);
    await sale.untilShown(circumstances);
    await sale.untilGuarded();
    await sale.end();
  });
}

/** The show's slot, and another master that it could be moved to. */
async function slotToMove() {
  const slot = await cluster.slotOf(A1);
  const from = await cluster.masterOf(A1);
  const to = await cluster.masterOf("{another}");
  expect(to).not.toBe(from);
  return { slot, from, to, fromId: String(await ask(from, "MYID")), toId: String(await ask(to, "MYID")) };
}

function ask(server: TestRedis, ...command: (string | number)[]): Promise<unknown> {
  return cluster.admin(server).call("CLUSTER", ...command);
}

/** While an outage is noted the guard is not asked: that a buyer was sent on is waited for, not hoped for. */
async function untilSentOn(from: TestRedis, by: "MOVED" | "ASK"): Promise<void> {
  await until(`somebody is sent on by ${by}`, async () =>
    (await cluster.admin(from).info("errorstats")).includes(`errorstat_${by}:`),
  );
}

/** Waits until another server has the show. */
async function untilTakenOver(from: TestRedis): Promise<TestRedis> {
  return until(
    "the replica has taken over",
    async () => {
      const master = await cluster.masterOf(A1);
      return master !== from && master;
    },
    LONG_MS,
  );
}

it("X1 F5 G7 a master that dies costs no sale: Postgres sells until its replica has taken over", {
  timeout: TEST_MS,
}, async () => {
  await whileSelling("after a master's death", async (sale) => {
    const master = await cluster.masterOf(A1);
    await master.kill();
    await sale.sells("without the master");
    await untilTakenOver(master);
    await master.start();
  });
});

it("X1 F5 G7 a master that is frozen is done without, and is no master any more when it wakes", {
  timeout: TEST_MS,
}, async () => {
  await whileSelling("after a master had frozen", async (sale) => {
    const master = await cluster.masterOf(A1);
    master.pause();
    await sale.sells("with a frozen master");
    await untilTakenOver(master);
    await sale.sells("while the old master sleeps");
    master.resume();
  });
});

it("G10 a seat given back stays free, although the replica that takes over had not heard of it", {
  timeout: TEST_MS,
}, async () => {
  const [master, replica] = [await cluster.masterOf(A1), await cluster.replicaOf(A1)];
  const buyer = await openBuyer(nodes[0]?.url ?? "");
  const sold = await buyer.ask("seat:book", { showId, seats: ["A1"], idempotencyKey: "k" });
  if (!sold.ok) throw new Error(`A1 was refused: ${sold.code}`);
  await cluster.admin(replica).readonly();
  const isGranted = async () => (await cluster.admin(replica).get(A1))?.includes(" g ") ?? false;
  await until("the replica has the guard", isGranted);
  replica.pause();
  // What is on its way to the replica would reach it, however dead the master is by then.
  await cluster.admin(master).call("CLIENT", "KILL", "TYPE", "replica");
  await buyer.ask("booking:cancel", { reference: sold.booking.reference });
  await until("the master has removed it", async () =>
    (await cluster.admin(master).get(A1))?.includes(" f "),
  );
  await master.kill();
  replica.resume();
  expect(await untilTakenOver(master)).toBe(replica);
  await until("its guard is gone", async () => !(await isGranted()), LONG_MS);
  for (const { url } of nodes) await untilReady(url);
  const other = await openBuyer(nodes[1]?.url ?? "");
  expect(await other.ask("seat:hold", { showId, seats: ["A1"] })).toMatchObject({ ok: true });
  for (const one of [buyer, other]) one.close();
  await master.start();
});

it("X1 a server that does not answer for a slot on its way to it costs neither the sale nor the node", {
  timeout: TEST_MS,
}, async () => {
  const { from, to, slot, fromId, toId } = await slotToMove();
  await cluster.admin(from).config("RESETSTAT");
  await ask(to, "SETSLOT", slot, "IMPORTING", fromId);
  await ask(from, "SETSLOT", slot, "MIGRATING", toId);
  const buyer = await openBuyer(nodes[0]?.url ?? "");
  to.pause();
  expect(await buyer.ask("seat:book", { showId, seats: ["A1"], idempotencyKey: "k" })).toMatchObject({
    ok: true,
  });
  await untilSentOn(from, "ASK");
  await delay(GUARD_GIVEN_UP_MS);
  to.resume();
  for (const server of [to, from]) await ask(server, "SETSLOT", slot, "STABLE");
  for (const { url } of nodes) await untilReady(url);
  buyer.close();
});

it("X1 F5 G7 a slot that is moved to another server takes its show along, while it is sold", {
  timeout: TEST_MS,
}, async () => {
  const { from, to, slot, fromId, toId } = await slotToMove();
  await cluster.admin(from).config("RESETSTAT");
  await whileSelling("after a slot had moved", async (sale) => {
    await ask(to, "SETSLOT", slot, "IMPORTING", fromId);
    await ask(from, "SETSLOT", slot, "MIGRATING", toId);
    await sale.sells("while the slot is on the move");
    await cluster.moveKeys(slot, from, to);
    await sale.sells("with its keys gone");
    await untilSentOn(from, "ASK");
    for (const { url } of nodes) await untilReady(url);
    for (const server of [to, from]) await ask(server, "SETSLOT", slot, "NODE", toId);
    await cluster.moveKeys(slot, from, to);
    await sale.sells("at its new place");
    await untilSentOn(from, "MOVED");
  });
  expect(await cluster.masterOf(A1)).toBe(to);
});

it("X1 F5 G7 without a majority of masters Postgres sells alone, and the guard comes back with them", {
  timeout: TEST_MS,
}, async () => {
  const own = await cluster.masterOf(A1);
  const others = (await cluster.masters()).filter((server) => server !== own);
  expect(others).toHaveLength(2);
  await whileSelling("after the majority had been lost", async (sale) => {
    for (const server of others) server.pause();
    for (const { url } of nodes) await untilDegraded(url);
    await until(
      "the master that is left knows it",
      async () => (await cluster.info(own)).includes("cluster_state:fail"),
      LONG_MS,
    );
    await sale.sells("without a majority");
    for (const server of others) server.resume();
  });
  expect(await cluster.masterOf(A1)).toBe(own);
});
