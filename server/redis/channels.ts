/** What nodes tell each other through Redis. Messages may be lost; whoever must not miss one looks elsewhere then. */
import type { Redis } from "ioredis";
import type { RedisClient } from "./connect-redis";

export interface Channels {
  publish(channel: string, message: string): Promise<unknown>;
  /** Resolves when the channel is heard. One listener for each channel. */
  subscribe(channel: string, listener: Listener): Promise<void>;
  unsubscribe(channel: string): void;
  /** Whether messages on it come through, as far as is known. */
  hears(channel: string): boolean;
  close(): void;
}

export interface Listener {
  receive(message: string): void;
  /** The channel was not heard for a while, and is from now on. */
  onHeardAgain?(): void;
}

/** On one server: all subscriptions share one connection, and are made again after every reconnect. */
export function createChannels(client: RedisClient, subscriber: Redis): Channels {
  const listeners = new Map<string, Listener>();
  subscriber.on("message", (channel: string, message: string) => listeners.get(channel)?.receive(message));
  // Subscriptions are made again when the connection is ready; Redis has them when it answers a ping sent after them.
  subscriber.on("ready", () => {
    subscriber.ping().then(
      () => {
        for (const listener of listeners.values()) listener.onHeardAgain?.();
      },
      () => {}, // The connection is lost again: there will be another.
    );
  });
  return {
    publish: (channel, message) => client.publish(channel, message),
    async subscribe(channel, listener) {
      listeners.set(channel, listener);
      await subscriber.subscribe(channel);
    },
    unsubscribe(channel) {
      listeners.delete(channel);
      subscriber.unsubscribe(channel).catch(() => {});
    },
    hears: () => subscriber.status === "ready",
    close: () => subscriber.disconnect(),
  };
}
