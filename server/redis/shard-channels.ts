/**
 * Channels on a cluster, where each belongs to a slot and is heard only at the server that has it (sharded pub/sub).
 * A server that fails takes its subscriptions along, one that gives a slot away ends them; they are made again
 * wherever the slot is by then. ioredis has subscribers of its own for this (`shardedSubscribers`); they do not say
 * when a channel is heard again, and do not notice a connection that has died without a word.
 */
import { type Cluster, Command, type Redis } from "ioredis";
import type { Channels, Listener } from "./channels";
import type { Host } from "./redis-address";

const LOOK_AGAIN_MS = 200;

interface Subscription {
  listener: Listener;
  slot: number;
  /** The server that was asked for it, until it is lost there. */
  server?: string | undefined;
  state: "new" | "heard" | "lost";
  onFirstHeard: () => void;
}

/** `connect` opens a connection that ends when it is lost. */
export function createShardChannels(cluster: Cluster, connect: (server: Host) => Redis): Channels {
  const subscriptions = new Map<string, Subscription>();
  const connections = new Map<string, Redis>();
  cluster.on("refresh", followSlots);
  const timer = setInterval(() => {
    const isLost = [...subscriptions.values()].some(({ server }) => server === undefined);
    if (isLost && cluster.status === "ready") cluster.refreshSlotsCache();
  }, LOOK_AGAIN_MS);
  timer.unref();

  return {
    publish: (channel, message) => cluster.spublish(channel, message),
    subscribe(channel, listener) {
      return new Promise((onFirstHeard) => {
        const slot = new Command("spublish", [channel, ""]).getSlot() ?? 0;
        const subscription: Subscription = { listener, slot, state: "new", onFirstHeard };
        subscriptions.set(channel, subscription);
        follow(channel, subscription);
      });
    },
    unsubscribe(channel) {
      const { server = "" } = subscriptions.get(channel) ?? {};
      subscriptions.delete(channel);
      connections
        .get(server)
        ?.sunsubscribe(channel)
        .catch(() => {});
    },
    hears: (channel) => subscriptions.get(channel)?.state === "heard",
    close() {
      clearInterval(timer);
      cluster.off("refresh", followSlots);
      subscriptions.clear();
      closeUnused();
    },
  };

  function followSlots(): void {
    for (const [channel, subscription] of subscriptions) follow(channel, subscription);
    closeUnused();
  }

  function follow(channel: string, subscription: Subscription): void {
    const server = cluster.slots[subscription.slot]?.[0];
    if (server === undefined || server === subscription.server) return;
    if (subscription.server !== undefined) lose(subscription);
    subscription.server = server;
    const connection = connectionTo(server);
    const isStillAsked = () => subscription.server === server && connections.get(server) === connection;
    connection.ssubscribe(channel).then(
      () => {
        if (isStillAsked()) heard(subscription);
      },
      () => {
        // It has moved, or the server is away: looked for again soon.
        if (isStillAsked()) lose(subscription);
      },
    );
  }

  function heard(subscription: Subscription): void {
    const isFirst = subscription.state === "new";
    subscription.state = "heard";
    if (isFirst) subscription.onFirstHeard();
    else subscription.listener.onHeardAgain?.();
  }

  function lose(subscription: Subscription): void {
    subscription.server = undefined;
    if (subscription.state === "heard") subscription.state = "lost";
  }

  function connectionTo(server: string): Redis {
    const open = connections.get(server);
    if (open) return open;
    const colon = server.lastIndexOf(":");
    const connection = connect({ host: server.slice(0, colon), port: Number(server.slice(colon + 1)) });
    connections.set(server, connection);
    connection.on("smessage", (channel: string, message: string) =>
      subscriptions.get(channel)?.listener.receive(message),
    );
    // The server gives a slot away, and does not say which of the channels it means.
    connection.on("moved", () => loseAllAt(server, connection));
    connection.on("end", () => {
      loseAllAt(server, connection);
      if (connections.get(server) === connection) connections.delete(server);
    });
    return connection;
  }

  function loseAllAt(server: string, connection: Redis): void {
    if (connections.get(server) !== connection) return;
    for (const subscription of subscriptions.values()) {
      if (subscription.server === server) lose(subscription);
    }
    if (cluster.status === "ready") cluster.refreshSlotsCache();
  }

  function closeUnused(): void {
    const used = new Set([...subscriptions.values()].map(({ server }) => server));
    for (const [server, connection] of connections) {
      if (used.has(server)) continue;
      connections.delete(server);
      connection.disconnect();
    }
  }
}
