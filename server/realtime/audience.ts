/** Everyone a node speaks to: viewers of a show, the pages of one buyer, here and on the other nodes. */
import type { Redis } from "ioredis";
import type { SeatsUpdated } from "#contract/events";
import type { Metrics } from "#server/ops/metrics";
import { type BuyerNews, createBus } from "./bus";
import { type BoxOfficeServer, customerRoom, showRoom } from "./sockets";
import { createViewers, type Viewers } from "./viewers";

export interface Audience {
  viewers: Viewers;
  tellViewers(update: SeatsUpdated): void;
  tellBuyer(customer: string, news: BuyerNews): void;
  close(): void;
}

export function createAudience(deps: {
  io: BoxOfficeServer;
  redis: Redis;
  subscriber: Redis;
  metrics: Metrics;
}): Audience {
  const { io } = deps;
  const viewers = createViewers({ io, metrics: deps.metrics, bus: () => bus });
  const bus = createBus({
    redis: deps.redis,
    subscriber: deps.subscriber,
    ownViewers: viewers.own,
    onViewers: (showIds) => {
      for (const showId of showIds) viewers.changed(showId);
    },
    onBuyerNews: tellHere,
  });
  return {
    viewers,
    tellViewers: (update) => void io.to(showRoom(update.showId)).emit("seats:updated", update),
    tellBuyer(customer, news) {
      tellHere(customer, news);
      bus.tellBuyerElsewhere(customer, news);
    },
    close: bus.close,
  };

  function tellHere(customer: string, news: BuyerNews): void {
    const pages = io.to(customerRoom(customer));
    switch (news.event) {
      case "hold:updated":
        pages.emit(news.event, { holdId: news.holdId, hold: news.hold, serverNow: news.serverNow });
        break;
      case "hold:lapsed":
        pages.emit(news.event, { holdId: news.holdId });
    }
  }
}
