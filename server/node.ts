/** One node: opens the connections and wires the parts together. Nothing else in the program does either. */
import { drizzle } from "drizzle-orm/node-postgres";
import type { FastifyBaseLogger } from "fastify";
import { providePages } from "#contract/pages";
import { createPool } from "#db/client";
import { createBoxOffice } from "#server/booking/box-office";
import { createDatabaseClock } from "#server/booking/database-clock";
import { createShows } from "#server/booking/shows";
import { startSweeper } from "#server/booking/sweeper";
import type { Config } from "#server/config";
import { createFeed } from "#server/feed/feed";
import { createGuard } from "#server/guard/guard";
import { articleRoutes } from "#server/http/article-routes";
import { bookingRoutes } from "#server/http/booking-routes";
import { addApi, createHttp } from "#server/http/http";
import { createPageSource } from "#server/http/page-source";
import { addPages } from "#server/http/pages";
import { paymentRoutes } from "#server/http/payment-routes";
import { showRoutes } from "#server/http/show-routes";
import { createIdentities } from "#server/identity";
import { createClosedLab } from "#server/lab/closed-lab";
import { createLab } from "#server/lab/lab";
import { createHealth } from "#server/ops/health";
import { createMetrics } from "#server/ops/metrics";
import { createRedis, createSubscriber } from "#server/ops/redis";
import { startRenewal } from "#server/ops/renew-programme";
import { startSettler } from "#server/payment/settler";
import { createTestProvider } from "#server/payment/test-provider";
import { ATTEMPTS, createRateLimits, JOINS, noRateLimits } from "#server/rate-limits";
import { createAudience } from "#server/realtime/audience";
import { createHandlers } from "#server/realtime/handlers";
import { createSocketServer, handleSockets } from "#server/realtime/sockets";

export interface Node {
  port: number;
  stop(): Promise<void>;
}

export async function startNode(config: Config, log: FastifyBaseLogger): Promise<Node> {
  const development = config.NODE_ENV === "development";
  if (!config.hasLastingSecret) log.warn("SESSION_SECRET is not set: identities end with this process");

  const pool = createPool(config.DATABASE_URL, {
    max: config.DATABASE_POOL,
    onError: (error) => log.warn({ reason: error.message }, "a connection to Postgres was lost"),
  });
  const redis = createRedis(config.REDIS_URL, (error) => log.debug({ reason: error.message }, "Redis"));
  const subscriber = createSubscriber(config.REDIS_URL, (error) =>
    log.debug({ reason: error.message }, "Redis"),
  );
  const db = drizzle(pool);
  const metrics = createMetrics();
  const health = createHealth({ pool, redis });
  const identities = createIdentities(config.SESSION_SECRET, { secure: config.SECURE_COOKIES });
  const rateLimits = config.RATE_LIMITS ? createRateLimits(ATTEMPTS) : noRateLimits;
  const joinLimits = config.RATE_LIMITS ? createRateLimits(JOINS) : noRateLimits;
  const clock = createDatabaseClock();
  const shows = createShows(db);

  let stopping = false;
  const httpDeps = { config, log, health, metrics, identities, rateLimits, stopping: () => stopping };
  const http = createHttp(httpDeps);
  const socketDeps = {
    identities,
    rateLimits,
    joinLimits,
    log,
    metrics,
    allowedOrigins: config.ALLOWED_ORIGINS,
    trustProxy: config.TRUST_PROXY,
    status: health.current,
    stopping: () => stopping,
  };
  const io = createSocketServer(http.server, socketDeps);
  const audience = createAudience({ io, redis, subscriber, metrics });
  const redisAway = () =>
    redis.status !== "ready" || subscriber.status !== "ready" || health.current().redis === "down";
  const feed = createFeed({
    pool,
    redis,
    subscriber,
    metrics,
    redisAway,
    tickMs: config.BROADCAST_TICK_MS,
    tell: audience.tellViewers,
  });
  const boxOffice = createBoxOffice({
    pool,
    shows,
    clock,
    metrics,
    guard: createGuard({ redis, guardTtlMs: config.GUARD_TTL_MS, metrics: metrics.guard }),
    limits: {
      holdTtlMs: config.HOLD_TTL_MS,
      holdMaxMs: config.HOLD_MAX_MS,
      maxSeats: config.MAX_SEATS_PER_HOLD,
    },
    publish: feed.publish,
    tellBuyer: (customer, holdId, hold) =>
      audience.tellBuyer(customer, { event: "hold:updated", holdId, hold, serverNow: clock.nowMs() }),
  });
  const sweeper = startSweeper({
    pool,
    metrics,
    log,
    sweepMs: config.SWEEP_MS,
    publish: feed.publish,
    onLapse: (customer, holdId) => audience.tellBuyer(customer, { event: "hold:lapsed", holdId }),
  });
  const redisServers = config.REDIS_SERVER_BIN
    ? [config.REDIS_SERVER_BIN]
    : ["redis-server", "valkey-server"];
  const lab = config.DEMO
    ? createLab({ pool, databaseUrl: config.DATABASE_URL, redisServers, boxOffice, shows, io, log })
    : createClosedLab();
  const renewal = config.DEMO
    ? startRenewal({ pool, databaseUrl: config.DATABASE_URL, log })
    : { stop: async () => {} };
  const provider = createTestProvider();
  const settler = startSettler({ pool, provider, log });
  health.onChange((status) => {
    log.warn(status, "service status");
    io.emit("service:status", status);
  });

  const sockets = handleSockets(io, {
    ...socketDeps,
    handlers: createHandlers({ boxOffice, feed, viewers: audience.viewers, clock }, lab.handlers),
  });
  const api = addApi(http, httpDeps, [
    ...showRoutes({ db, pool, shows, feed }),
    ...bookingRoutes({ boxOffice }),
    ...paymentRoutes({ pool, shows, boxOffice, provider, log }),
    ...articleRoutes({
      boxOffice,
      demo: config.DEMO,
      bookWithStrategy: lab.bookWithStrategy,
      resetStrategies: lab.resetStrategies,
    }),
    ...lab.routes,
  ]);
  if (config.WEB) {
    providePages(createPageSource({ db, pool, shows, boxOffice, identities, api, hasLab: config.DEMO }));
    await addPages(http, { development, port: config.PORT });
  }
  await http.listen({ host: config.HOST, port: config.PORT });
  const address = http.server.address();

  return {
    port: typeof address === "object" && address !== null ? address.port : config.PORT,
    async stop() {
      stopping = true;
      await sweeper.stop();
      await settler.stop();
      await renewal.stop();
      await lab.close();
      audience.close();
      await sockets.answered();
      io.disconnectSockets(true);
      await http.close();
      await io.close();
      feed.close();
      health.stop();
      redis.disconnect();
      subscriber.disconnect();
      await pool.end();
    },
  };
}
