/**
 * A node whose subscription is gone for a while, on a show where little happens: what it missed it finds as soon as
 * it listens again, not at the slow check that follows every five seconds.
 */
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { createPool } from "#db/client";
import { createMetrics } from "#server/ops/metrics";
import type { Channels } from "#server/redis/channels";
import { connectChannels, connectClient, type RedisClient } from "#server/redis/connect-redis";
import { openBoxOffice, type TestBoxOffice } from "#testing/box-office";
import { type Network, openNetwork } from "#testing/network";
import { addressOf } from "#testing/redis";
import { startServices, type TestServices } from "#testing/services";
import { until } from "#testing/until";
import { createFeed, type Feed } from "./feed";

const showId = "demo";
const ANTI_ENTROPY_MS = 5_000;
/** Not by the slow check, however busy the machine is. */
const AT_ONCE_MS = ANTI_ENTROPY_MS - 1_000;
const FAST = { requestsMs: 0, repliesMs: 0 };

let services: TestServices;
let network: Network;
let office: TestBoxOffice;
let pool: ReturnType<typeof createPool>;
let redis: RedisClient;
let channels: Channels;
let feed: Feed;
let seats: string[];

beforeAll(async () => {
  services = await startServices();
  network = await openNetwork(services.redisUrl);
  pool = createPool(services.databaseUrl);
  office = await openBoxOffice(services.databaseUrl, services.redisUrl, {
    publish: (publisher) => (batches) => {
      for (const batch of batches)
        void publisher.publish(`{show:${batch.showId}}:changes`, JSON.stringify(batch));
    },
  });
});
beforeEach(async () => {
  seats = Array.from({ length: 16 }, (_, at) => `A${at + 1}`);
  await office.boxOffice.resetDemo(showId);
  redis = connectClient(addressOf(services.redisUrl), undefined, () => {});
  channels = connectChannels(addressOf(network.url), redis, () => {});
  await until("both are connected", () => redis.status === "ready" && channels.hears(""));
  feed = openFeed(redis, channels);
  await feed.watch(showId);
});
afterEach(() => {
  feed.close();
  channels.close();
  redis.disconnect();
  network.slowDown(FAST);
});
afterAll(async () => {
  await office.close();
  await pool.end();
  await network.close();
  await services.remove();
});

function openFeed(client: RedisClient, itsChannels: Channels): Feed {
  return createFeed({
    pool,
    redis: client,
    channels: itsChannels,
    metrics: createMetrics(),
    tickMs: 0,
    redisAway: () => client.status !== "ready",
    tell: () => {},
  });
}

async function sellOne(show = showId, through = office): Promise<void> {
  const [label = ""] = seats.splice(0, 1);
  const order = { buyer: "s-an", showId: show, seats: [label], idempotencyKey: label };
  expect(await through.boxOffice.book(order)).toMatchObject({ ok: true });
}

async function untilRight(withinMs: number, show = showId): Promise<void> {
  const { rows } = await services.sql.query<{ version: number }>(
    "SELECT version FROM shows WHERE show_id = $1",
    [show],
  );
  await until("the map is right", () => feed.watched(show)?.version() === rows[0]?.version, withinMs);
}

/** After a cut. */
async function untilReady(): Promise<void> {
  await until("the connection is lost", () => !channels.hears(""));
  await until("there is another", () => channels.hears(""));
}

/** Makes the slow check begin its five seconds anew, so that it cannot be what finds the change. */
async function listenAnew(): Promise<void> {
  network.cut();
  await untilReady();
  await sellOne();
  await untilRight(ANTI_ENTROPY_MS);
}

it("F5 finds at once what was published while its connection was lost", async () => {
  await listenAnew();
  network.cut();
  const ready = untilReady();
  await sellOne();
  await ready;
  await untilRight(AT_ONCE_MS);
});

it("F5 finds within seconds what was published after its connection had died without a word", async () => {
  await listenAnew();
  const startedAt = performance.now();
  network.silence();
  await sellOne();
  await untilRight(AT_ONCE_MS);
  expect(performance.now() - startedAt).toBeLessThan(AT_ONCE_MS);
});

it("F5 finds at once what was published while its new subscription was on its way", async () => {
  await listenAnew();
  network.slowDown({ requestsMs: 500, repliesMs: 0 });
  network.cut();
  await untilReady();
  // A check that did not wait for the subscription has read its versions by now.
  await delay(150);
  await sellOne();
  await untilRight(AT_ONCE_MS);
});

it("F5 finds within seconds what another node could not publish", async () => {
  await listenAnew();
  const way = await openNetwork(services.redisUrl);
  const publisher = connectClient(addressOf(way.url), undefined, () => {});
  await until("it is connected", () => publisher.status === "ready");
  const itsChannels = connectChannels(addressOf(services.redisUrl), publisher, () => {});
  const elsewhere = openFeed(publisher, itsChannels);
  const node = await openBoxOffice(services.databaseUrl, services.redisUrl, {
    publish: () => elsewhere.publish,
  });
  way.sever();
  await sellOne(showId, node);
  way.restore();
  await untilRight(AT_ONCE_MS);
  elsewhere.close();
  itsChannels.close();
  publisher.disconnect();
  await node.close();
  await way.close();
});

it("F5 finds at once what was published while its first subscription was on its way", async () => {
  await listenAnew();
  const { rows } = await services.sql.query<{ show: string; label: string }>(
    `SELECT show_id AS show, label FROM seats JOIN shows USING (show_id)
     WHERE show_id <> $1 AND status = 'available' AND starts_at > now() LIMIT 1`,
    [showId],
  );
  const { show = "", label = "" } = rows[0] ?? {};
  seats.unshift(label);
  network.slowDown({ requestsMs: 500, repliesMs: 0 });
  await feed.watch(show);
  await sellOne(show);
  await untilRight(AT_ONCE_MS, show);
});
