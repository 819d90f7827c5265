/** A node whose connections to Redis die without a word: never closed, and never answered again. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { type Buyer, openBuyer, request } from "#testing/buyer";
import { type Network, openNetwork } from "#testing/network";
import { metric, readiness, startTestNode, type TestNode } from "#testing/node";
import { startServices, type TestServices } from "#testing/services";
import { until } from "#testing/until";
import { openViewer, untilTrue, type Viewer } from "#testing/viewer";

const showId = "demo";
const WITHIN_SECONDS_MS = 5_000;

let services: TestServices;
let network: Network;
let node: TestNode;
let elsewhere: TestNode;
let buyer: Buyer;
let other: Buyer;
let viewer: Viewer;

beforeAll(async () => {
  services = await startServices();
  network = await openNetwork(services.redisUrl);
  [node, elsewhere] = await Promise.all([
    startTestNode({ ...services, redisUrl: network.url }),
    startTestNode(services),
  ]);
});
beforeEach(async () => {
  await request(elsewhere.url, "POST", "/api/demo/reset");
  [buyer, other, viewer] = await Promise.all([
    openBuyer(node.url),
    openBuyer(elsewhere.url),
    openViewer(node.url, showId),
  ]);
});
afterEach(() => {
  for (const one of [buyer, other, viewer]) one.close();
  network.restore();
});
afterAll(async () => {
  await node.stop();
  await elsewhere.stop();
  await network.close();
  await services.remove();
});

async function book(who: Buyer, label: string): Promise<void> {
  const answer = await who.ask("seat:book", { showId, seats: [label], idempotencyKey: label });
  expect(answer).toMatchObject({ ok: true });
}

/** Its guards are asked for again, and it hears what other nodes publish. */
async function untilConnected(): Promise<void> {
  await until(
    "the node asks Redis again",
    async () => {
      const before = await metric(node.url, "lock_acquire_duration_seconds_count");
      await buyer.ask("seat:hold", { showId, seats: ["B1"] });
      return (await metric(node.url, "lock_acquire_duration_seconds_count")) > before;
    },
    WITHIN_SECONDS_MS,
  );
  let sold = 0;
  await until(
    "the node hears what is published",
    async () => {
      const before = await metric(node.url, "feed_lag_seconds_count");
      sold += 1;
      await book(other, `C${sold}`);
      await untilTrue(viewer, services.sql, showId);
      return (await metric(node.url, "feed_lag_seconds_count")) > before;
    },
    WITHIN_SECONDS_MS,
  );
  // One late answer on a busy machine makes it degraded for a moment.
  await until("the node is ready", async () => (await readiness(node.url)) === "ready");
}

it("G7 F5 replaces them within seconds, and sells meanwhile", async () => {
  network.silence();
  await book(buyer, "A1");
  await book(other, "A2");
  await untilTrue(viewer, services.sql, showId);
  await untilConnected();
});

it("G7 F5 goes on without Redis while new connections are swallowed too, and finds it when it is there", async () => {
  network.swallow();
  await until("the loss is noticed", async () => (await readiness(node.url)) === "degraded");
  await until("each connection was tried anew", () => network.swallowed() >= 2);
  await book(buyer, "A1");
  await book(other, "A2");
  await untilTrue(viewer, services.sql, showId);
  network.restore();
  await untilConnected();
});
