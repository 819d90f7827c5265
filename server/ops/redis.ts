import { Redis } from "ioredis";
import { GUARD_SCRIPTS } from "#server/guard/guard";

/**
 * How long a guard may wait for Redis. A slower answer is treated as none: the attempt goes on with
 * Postgres alone, and the guard, if it was set after all, ends with its own short TTL.
 */
const COMMAND_TIMEOUT_MS = 250;
const RECONNECT_AFTER_MS = 200;

/** A client that fails fast and never repeats a command: a repeated SET NX would refuse its own owner. */
export function createRedis(url: string, onError: (error: Error) => void): Redis {
  const redis = new Redis(url, {
    commandTimeout: COMMAND_TIMEOUT_MS,
    connectTimeout: 2_000,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    enableOfflineQueue: false,
    scripts: GUARD_SCRIPTS,
    retryStrategy: () => RECONNECT_AFTER_MS,
  });
  redis.on("error", onError);
  return redis;
}

/** Subscriptions live on a connection of their own, and are made again after every reconnect. */
export function createSubscriber(url: string, onError: (error: Error) => void): Redis {
  const redis = new Redis(url, {
    connectTimeout: 2_000,
    maxRetriesPerRequest: null,
    autoResubscribe: true,
    retryStrategy: () => RECONNECT_AFTER_MS,
  });
  redis.on("error", onError);
  return redis;
}
