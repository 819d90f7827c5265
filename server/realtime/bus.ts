/**
 * What nodes tell each other besides seat changes: how many viewers each has, and news for a buyer whose
 * pages may be open on another node. All of it is a courtesy; nothing is decided by it.
 */
import { randomUUID } from "node:crypto";
import type { Redis } from "ioredis";
import { z } from "zod";

const CHANNEL = "last-seat:nodes";
const HEARTBEAT_MS = 4_000;
const PEER_LOST_AFTER_MS = 10_000;

const hold = z.object({
  id: z.string(),
  showId: z.string(),
  seats: z.array(z.string()),
  expiresAt: z.number(),
  extendable: z.boolean(),
});
const buyerNews = z.discriminatedUnion("event", [
  z.object({
    event: z.literal("hold:updated"),
    holdId: z.string(),
    hold: hold.nullable(),
    serverNow: z.number(),
  }),
  z.object({ event: z.literal("hold:lapsed"), holdId: z.string() }),
]);
export type BuyerNews = z.infer<typeof buyerNews>;

const message = z.discriminatedUnion("kind", [
  z.object({ node: z.string(), kind: z.literal("viewers"), shows: z.record(z.string(), z.number()) }),
  z.object({ node: z.string(), kind: z.literal("buyer"), customer: z.string(), news: buyerNews }),
]);

export interface Bus {
  tellBuyerElsewhere(customer: string, news: BuyerNews): void;
  /** Viewers of a show on the other nodes. */
  viewersElsewhere(showId: string): number;
  announceViewers(): void;
  close(): void;
}

export interface BusDeps {
  redis: Redis;
  subscriber: Redis;
  ownViewers: () => Record<string, number>;
  onBuyerNews: (customer: string, news: BuyerNews) => void;
  onViewers: (showIds: string[]) => void;
}

export function createBus(deps: BusDeps): Bus {
  const node = randomUUID();
  const peers = new Map<string, { shows: Record<string, number>; heardAtMs: number }>();
  deps.subscriber.subscribe(CHANNEL).catch(() => {});
  deps.subscriber.on("message", (channel: string, text: string) => {
    if (channel === CHANNEL) receive(text);
  });
  const heartbeat = setInterval(() => {
    forgetLostPeers();
    announceViewers();
  }, HEARTBEAT_MS);
  heartbeat.unref();
  announceViewers();

  return {
    tellBuyerElsewhere(customer, news) {
      if (peers.size > 0) send({ kind: "buyer", customer, news });
    },
    viewersElsewhere: (showId) =>
      [...peers.values()].reduce((sum, peer) => sum + (peer.shows[showId] ?? 0), 0),
    announceViewers,
    close() {
      clearInterval(heartbeat);
      send({ kind: "viewers", shows: {} });
    },
  };

  function announceViewers(): void {
    send({ kind: "viewers", shows: deps.ownViewers() });
  }

  function send(body: object): void {
    deps.redis.publish(CHANNEL, JSON.stringify({ node, ...body })).catch(() => {});
  }

  function receive(text: string): void {
    const parsed = message.safeParse(parseJson(text));
    if (!parsed.success || parsed.data.node === node) return;
    const news = parsed.data;
    if (news.kind === "buyer") {
      deps.onBuyerNews(news.customer, news.news);
      return;
    }
    const before = peers.get(news.node)?.shows ?? {};
    if (!peers.has(news.node)) queueMicrotask(announceViewers);
    peers.set(news.node, { shows: news.shows, heardAtMs: performance.now() });
    const changed = new Set([...Object.keys(before), ...Object.keys(news.shows)]);
    deps.onViewers([...changed].filter((showId) => before[showId] !== news.shows[showId]));
  }

  function forgetLostPeers(): void {
    for (const [peer, { shows, heardAtMs }] of peers) {
      if (performance.now() - heardAtMs < PEER_LOST_AFTER_MS) continue;
      peers.delete(peer);
      deps.onViewers(Object.keys(shows));
    }
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
