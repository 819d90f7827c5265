/** The only place that reads configuration, opens connections and wires the parts together. */
import { drizzle } from "drizzle-orm/node-postgres";
import { pino } from "pino";
import { providePages } from "#contract/pages";
import { createPool } from "#db/client";
import { createShows } from "#server/booking/shows";
import { ConfigError, readConfig } from "#server/config";
import { createHttp } from "#server/http/http";
import { createPageSource } from "#server/http/page-source";
import { addPages } from "#server/http/pages";
import { createHealth } from "#server/ops/health";
import { createRedis } from "#server/ops/redis";
import { onStopSignal } from "#server/ops/stop";

try {
  await main();
} catch (error) {
  const expected = error instanceof ConfigError || (error instanceof Error && "code" in error);
  console.error(expected && error instanceof Error ? error.message : error);
  process.exit(1);
}

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const log = pino({ level: config.LOG_LEVEL });
  const development = config.NODE_ENV === "development";
  if (!config.hasLastingSecret) log.warn("SESSION_SECRET is not set: identities end with this process");

  const pool = createPool(config.DATABASE_URL, {
    max: config.DATABASE_POOL,
    onError: (error) => log.warn({ error: error.message }, "a connection to Postgres was lost"),
  });
  const redis = createRedis(config.REDIS_URL, (error) => log.warn({ error: error.message }, "Redis"));
  const db = drizzle(pool);
  const health = createHealth({ pool, redis });
  const shows = createShows(db);

  let stopping = false;
  const http = createHttp({ config, log, health, stopping: () => stopping });
  if (config.WEB) {
    providePages(createPageSource({ db, pool, shows }));
    await addPages(http, { development, port: config.PORT });
  }
  await http.listen({ host: config.HOST, port: config.PORT });

  onStopSignal(log, async () => {
    stopping = true;
    await http.close();
    health.stop();
    redis.disconnect();
    await pool.end();
  });
}
