import { setTimeout as delay } from "node:timers/promises";
import { Redis } from "ioredis";

/** Only a node that is gone takes so long; one on a busy machine is waited for. */
const CONNECT_WITHIN_MS = 15_000;

/**
 * As a lock's client must be: it fails fast, and never repeats a SET NX that may already have been done.
 * Without a port it is a client on which every command fails, for strategies that use no Redis.
 */
export async function connectRedis(port: number | null, commandTimeout: number): Promise<Redis> {
  const redis = new Redis({
    host: "127.0.0.1",
    ...(port === null ? { lazyConnect: true } : { port }),
    commandTimeout,
    connectTimeout: CONNECT_WITHIN_MS,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    enableOfflineQueue: false,
    retryStrategy: () => 50,
  });
  redis.on("error", () => {});
  if (port !== null) await isReady(redis);
  return redis;
}

/** A client that is connected, or connected again. */
export async function isReady(redis: Redis): Promise<void> {
  const deadline = performance.now() + CONNECT_WITHIN_MS;
  while ((await redis.ping().catch(() => "no answer")) !== "PONG") {
    if (performance.now() > deadline) throw new Error("a Redis node of the lab does not answer");
    await delay(10);
  }
}
