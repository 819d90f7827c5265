import type { Redis } from "ioredis";

/**
 * ioredis takes a Sentinel's client to be closed for good if it is told to reconnect while it still asks the Sentinels
 * for the master, as its own detector of failovers may do. Unless it was closed on purpose, it connects again.
 */
export function connectAfterEnd(redis: Redis, afterMs: number): void {
  let closed = false;
  const disconnect = redis.disconnect.bind(redis);
  redis.disconnect = (reconnect = false) => {
    if (!reconnect) closed = true;
    disconnect(reconnect);
  };
  redis.on("end", () => {
    setTimeout(() => {
      if (!closed) redis.connect().catch(() => {}); // Told as an error, and as another end.
    }, afterMs).unref();
  });
}
