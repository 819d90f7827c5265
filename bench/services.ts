/** Throw-away services for one run: a durable Postgres (an acknowledged booking survives a power cut) and a Redis. */
import { DURABLE } from "#scripts/lib/postgres";
import { startPostgres } from "#testing/postgres";
import { startRedis } from "#testing/redis";
import setUp from "#testing/set-up";

export interface BenchServices {
  databaseUrl: string;
  redisUrl: string;
  stop(): Promise<void>;
}

export async function startBenchServices(): Promise<BenchServices> {
  const tearDown = await setUp();
  const [postgres, redis] = await Promise.all([startPostgres({ settings: DURABLE }), startRedis()]);
  return {
    databaseUrl: postgres.url,
    redisUrl: redis.url,
    async stop() {
      await redis.stop();
      await postgres.remove();
      await tearDown();
    },
  };
}
