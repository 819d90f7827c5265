/**
 * What nodes tell each other besides seat changes: who looks at which show, and news for a buyer whose
 * pages may be open on another node. All of it is a courtesy; nothing is decided by it.
 */
import { randomUUID } from "node:crypto";
import { z } from "zod";
import { holdSchema } from "#contract/answers";
import type { Channels } from "#server/redis/channels";
import type { Watchers } from "./viewer-counts";

const CHANNEL = "last-seat:nodes";
const HEARTBEAT_MS = 4_000;
const PEER_LOST_AFTER_MS = 10_000;

const buyerNews = z.discriminatedUnion("event", [
  z.object({
    event: z.literal("hold:updated"),
    holdId: z.string(),
    hold: holdSchema.nullable(),
    serverNow: z.number(),
  }),
  z.object({ event: z.literal("hold:lapsed"), holdId: z.string() }),
]);
export type BuyerNews = z.infer<typeof buyerNews>;

const message = z.discriminatedUnion("kind", [
  z.object({
    node: z.string(),
    kind: z.literal("viewers"),
    shows: z.record(z.string(), z.array(z.string())),
  }),
  z.object({ node: z.string(), kind: z.literal("buyer"), buyer: z.string(), news: buyerNews }),
]);

export interface Bus {
  tellBuyerElsewhere(buyer: string, news: BuyerNews): void;
  /** Who looks at a show on the other nodes. */
  watchersElsewhere(showId: string): string[];
  announceViewers(): void;
  close(): void;
}

export interface BusDeps {
  channels: Channels;
  ownViewers: () => Watchers;
  onBuyerNews: (buyer: string, news: BuyerNews) => void;
  onViewers: (showIds: string[]) => void;
}

export function createBus(deps: BusDeps): Bus {
  const node = randomUUID();
  const peers = new Map<string, { shows: Watchers; heardAtMs: number }>();
  deps.channels.subscribe(CHANNEL, { receive, onHeardAgain: announceViewers }).catch(() => {});
  const heartbeat = setInterval(() => {
    forgetLostPeers();
    announceViewers();
  }, HEARTBEAT_MS);
  heartbeat.unref();
  announceViewers();

  return {
    tellBuyerElsewhere(buyer, news) {
      if (peers.size > 0) send({ kind: "buyer", buyer, news });
    },
    watchersElsewhere: (showId) => [...peers.values()].flatMap(({ shows }) => shows[showId] ?? []),
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
    deps.channels.publish(CHANNEL, JSON.stringify({ node, ...body })).catch(() => {});
  }

  function receive(text: string): void {
    const parsed = message.safeParse(parseJson(text));
    if (!parsed.success || parsed.data.node === node) return;
    const news = parsed.data;
    if (news.kind === "buyer") {
      deps.onBuyerNews(news.buyer, news.news);
      return;
    }
    const before = peers.get(news.node)?.shows ?? {};
    if (!peers.has(news.node)) queueMicrotask(announceViewers);
    peers.set(news.node, { shows: news.shows, heardAtMs: performance.now() });
    const changed = new Set([...Object.keys(before), ...Object.keys(news.shows)]);
    deps.onViewers([...changed].filter((showId) => `${before[showId]}` !== `${news.shows[showId]}`));
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
