/** Everyone a node speaks to: viewers of a show, the pages of one buyer, here and on the other nodes. */
import type { SeatsUpdated } from "#contract/events";
import type { Metrics } from "#server/ops/metrics";
import type { Channels } from "#server/redis/channels";
import { type BuyerNews, createBus } from "./node-bus";
import { type BoxOfficeServer, buyerRoom, showRoom } from "./socket-types";
import { createViewers, type Viewers } from "./viewer-counts";

export interface Audience {
  viewers: Viewers;
  tellViewers(update: SeatsUpdated): void;
  tellBuyer(buyer: string, news: BuyerNews): void;
  close(): void;
}

export function createAudience(deps: {
  io: BoxOfficeServer;
  channels: Channels;
  metrics: Metrics;
}): Audience {
  const { io } = deps;
  const viewers = createViewers({
    io,
    metrics: deps.metrics,
    watchersElsewhere: (showId) => bus.watchersElsewhere(showId),
    announce: () => bus.announceViewers(),
  });
  const bus = createBus({
    channels: deps.channels,
    ownViewers: viewers.own,
    onViewers: viewers.changedElsewhere,
    onBuyerNews: tellHere,
  });
  return {
    viewers,
    tellViewers: (update) => void io.to(showRoom(update.showId)).emit("seats:updated", update),
    tellBuyer(buyer, news) {
      tellHere(buyer, news);
      bus.tellBuyerElsewhere(buyer, news);
    },
    close: bus.close,
  };

  function tellHere(buyer: string, news: BuyerNews): void {
    const pages = io.to(buyerRoom(buyer));
    switch (news.event) {
      case "hold:updated":
        pages.emit(news.event, { holdId: news.holdId, hold: news.hold, serverNow: news.serverNow });
        break;
      case "hold:lapsed":
        pages.emit(news.event, { holdId: news.holdId });
    }
  }
}
