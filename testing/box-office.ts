/** A box office on a database of its own, without its doors: what the engine does, seen from its counter. */
import { once } from "node:events";
import { drizzle } from "drizzle-orm/node-postgres";
import { Redis } from "ioredis";
import type pg from "pg";
import { createPool } from "#db/client";
import { createDatabaseClock, type DatabaseClock } from "#db/database-clock";
import type { LoggedChanges } from "#db/transitions/log-changes";
import { type BoxOffice, createBoxOffice } from "#server/booking/box-office";
import type { EngineLimits } from "#server/booking/engine";
import { createShows, type Shows } from "#server/booking/shows";
import { createGuard, GUARD_SCRIPTS, type Guard } from "#server/guard/guard";
import { createMetrics, type Metrics } from "#server/ops/metrics";
import { connectClient, type RedisClient } from "#server/redis/connect-redis";
import { addressOf } from "#testing/redis";

export interface TestBoxOffice {
  boxOffice: BoxOffice;
  shows: Shows;
  guard: Guard;
  pool: pg.Pool;
  /** Not the office's own, which does not wait as long as a test may. */
  redis: Redis;
  metrics: Metrics;
  /** Everything published so far, in order. */
  published: LoggedChanges[];
  close(): Promise<void>;
}

export interface TestBoxOfficeOptions {
  limits?: Partial<EngineLimits>;
  guardTtlMs?: number;
  clock?: DatabaseClock;
  /** Stands in for the Redis guard, to show what it is for. */
  guard?: (real: Guard) => Guard;
  /** What is done with the changes, instead of keeping them in `published`. */
  publish?: (redis: RedisClient) => (batches: LoggedChanges[]) => void;
}

export async function openBoxOffice(
  databaseUrl: string,
  redisUrl: string,
  options: TestBoxOfficeOptions = {},
): Promise<TestBoxOffice> {
  const pool = createPool(databaseUrl);
  const redis = new Redis(redisUrl);
  const client = connectClient(addressOf(redisUrl), GUARD_SCRIPTS, () => {});
  if (client.status !== "ready") await once(client, "ready");
  const metrics = createMetrics();
  const real = createGuard({
    redis: client,
    guardTtlMs: options.guardTtlMs ?? 5_000,
    metrics: metrics.guard,
  });
  const guard = options.guard?.(real) ?? real;
  const published: LoggedChanges[] = [];
  const shows = createShows(drizzle(pool));
  const boxOffice = createBoxOffice({
    pool,
    readPool: pool,
    shows,
    guard,
    clock: options.clock ?? createDatabaseClock(),
    metrics,
    limits: { holdTtlMs: 120_000, holdMaxMs: 600_000, maxSeats: 8, ...options.limits },
    publish: options.publish?.(client) ?? ((batches) => void published.push(...batches)),
    tellBuyer: () => {},
  });
  return {
    boxOffice,
    shows,
    guard,
    pool,
    redis,
    metrics,
    published,
    async close() {
      for (const connection of [redis, client]) connection.disconnect();
      await pool.end();
    },
  };
}

/** A guard that lets everyone through, as if Redis were away. */
export function openDoor(real: Guard): Guard {
  return { ...real, acquire: async () => ({ state: "absent" }) };
}
