/** One node: opens the connections and wires the parts together. Nothing else in the program does either. */
import { setTimeout as delay } from "node:timers/promises";
import { drizzle } from "drizzle-orm/node-postgres";
import type { FastifyBaseLogger } from "fastify";
import { providePages } from "#contract/pages";
import { createPools } from "#db/client";
import { createDatabaseClock } from "#db/database-clock";
import { isOutage } from "#db/outages";
import { readProgrammePart } from "#db/queries/read-programme";
import type { LoggedChanges } from "#db/transitions/log-changes";
import { createBuyerCookies } from "#server/access/buyer-cookie";
import { createClients } from "#server/access/client";
import { createHeldSeats, unlimitedSeats } from "#server/access/held-seats";
import { shareOfNewcomer } from "#server/access/newcomers";
import { openToPublic } from "#server/access/public-box-office";
import {
  type Allowance,
  ATTEMPTS,
  createRateLimits,
  JOINS,
  noRateLimits,
  READS,
  TRAFFIC,
} from "#server/access/rate-limits";
import { createSite } from "#server/access/site";
import { createBoxOffice } from "#server/booking/box-office";
import { startSweeper } from "#server/booking/lapse-sweeper";
import { createShows } from "#server/booking/shows";
import type { Config } from "#server/config";
import { closedDemo, openDemo } from "#server/demo";
import { createFeed } from "#server/feed/feed";
import { createGuard, GUARD_SCRIPTS } from "#server/guard/guard";
import { noticeOutlivedGuards, readFreeSeats } from "#server/guard/outlived-guards";
import { bookingRoutes } from "#server/http/booking-routes";
import { addApi, createHttp, openMetricsDoor } from "#server/http/http";
import { paymentRoutes } from "#server/http/payment-routes";
import { showRoutes } from "#server/http/show-routes";
import { findLabServers } from "#server/lab/ensembles/lab-servers";
import { createHealth } from "#server/ops/health";
import { createMetrics } from "#server/ops/metrics";
import { createPageSource } from "#server/pages/page-source";
import { addPages } from "#server/pages/pages";
import { ANSWER_WITHIN_MS } from "#server/payment/ask-provider";
import { startSettler } from "#server/payment/settler";
import { createTestProvider } from "#server/payment/test-provider";
import { createProgrammeCache } from "#server/programme/programme-cache";
import { createSeatCounts } from "#server/programme/seat-counts";
import { createAudience } from "#server/realtime/audience";
import { createHandlers } from "#server/realtime/handlers";
import { createSocketServer, handleSockets } from "#server/realtime/sockets";
import { connectChannels, connectClient } from "#server/redis/connect-redis";

/** Connections that may wait to be accepted: pages that all come back at once are not turned away at the door. */
const WAITING_CONNECTIONS = 4_096;

export interface Node {
  port: number;
  stop(): Promise<void>;
}

/** `instanceProgram`: what the lab's processes run, if not the one that belongs to this server. */
export async function startNode(
  config: Config,
  log: FastifyBaseLogger,
  instanceProgram?: string,
): Promise<Node> {
  const development = config.NODE_ENV === "development";
  if (!config.hasLastingSecret) log.warn("SESSION_SECRET is not set: buyerCookies end with this process");

  const pools = createPools(config.DATABASE_URL, {
    max: config.DATABASE_POOL,
    onError: (error) => log.warn({ reason: error.message }, "a connection to Postgres was lost"),
  });
  const onRedisError = (error: Error) => log.debug({ reason: error.message }, "Redis");
  const redis = connectClient(config.REDIS_URL, GUARD_SCRIPTS, onRedisError);
  const channels = connectChannels(config.REDIS_URL, redis, onRedisError);
  const db = drizzle(pools.reads);
  const metrics = createMetrics();
  const clock = createDatabaseClock();
  const health = createHealth({ pool: pools.background, redis, clock });
  const buyerCookies = createBuyerCookies(config.SESSION_SECRET);
  const clients = createClients(config.TRUST_PROXY);
  const site = createSite(clients, config);
  const limitsOf = (allowance: Allowance) =>
    config.RATE_LIMITS ? createRateLimits(allowance, { newcomerShare: shareOfNewcomer }) : noRateLimits;
  const access = { buyerCookies, clients, site, rateLimits: limitsOf(ATTEMPTS) };
  const shows = createShows(db);

  let leaving = false;
  let stopping = false;
  const httpDeps = {
    ...access,
    config,
    log,
    health,
    metrics,
    readLimits: limitsOf(READS),
    leaving: () => leaving,
  };
  const http = createHttp(httpDeps);
  const socketDeps = {
    ...access,
    joinLimits: limitsOf(JOINS),
    trafficLimits: limitsOf(TRAFFIC),
    socketsPerAddress: config.RATE_LIMITS ? config.SOCKETS_PER_ADDRESS : Number.POSITIVE_INFINITY,
    connectWithinMs: config.REQUEST_TIMEOUT_MS,
    log,
    metrics,
    status: health.current,
    stopping: () => stopping,
  };
  const io = createSocketServer(http.server, socketDeps);
  const audience = createAudience({ io, channels, metrics });
  const redisAway = () => redis.status !== "ready" || health.current().redis === "down";
  const feed = createFeed({
    pool: pools.reads,
    redis,
    channels,
    metrics,
    redisAway,
    tickMs: config.BROADCAST_TICK_MS,
    tell: audience.tellViewers,
  });
  const programme = createProgrammeCache({
    readPart: (part) => readProgrammePart(pools.reads, part),
    nowMs: clock.nowMs,
    redisAway: () => redisAway() || !seatCounts.areHeard(),
    onRead: (what) => metrics.programmeReads.inc({ what }),
    onError(error) {
      if (!isOutage(error)) log.error({ error }, "the programme could not be read");
    },
  });
  const seatCounts = createSeatCounts({
    channels,
    onCounts: programme.countSeats,
    onListening: programme.readAllNext,
  });
  const publish = (changes: LoggedChanges[]) => {
    feed.publish(changes);
    seatCounts.publish(changes);
  };
  const guard = createGuard({
    redis,
    guardTtlMs: config.GUARD_TTL_MS,
    metrics: metrics.guard,
    onRefusedAsTaken: noticeOutlivedGuards({
      isShownFree: (showId, seat) => feed.watched(showId)?.isFree(seat) ?? false,
      readFreeSeats: (showId, seats) => readFreeSeats(pools.reads, showId, seats),
      guard: () => guard,
    }),
  });
  const boxOffice = createBoxOffice({
    pool: pools.sales,
    readPool: pools.reads,
    shows,
    clock,
    metrics,
    guard,
    limits: {
      holdTtlMs: config.HOLD_TTL_MS,
      holdMaxMs: config.HOLD_MAX_MS,
      maxSeats: config.MAX_SEATS_PER_HOLD,
    },
    publish,
    tellBuyer: (buyer, holdId, hold) =>
      audience.tellBuyer(buyer, { event: "hold:updated", holdId, hold, serverNow: clock.nowMs() }),
  });
  const publicBoxOffice = openToPublic(
    boxOffice,
    config.RATE_LIMITS
      ? createHeldSeats({
          limit: config.HELD_SEATS_PER_ADDRESS,
          holdTtlMs: config.HOLD_TTL_MS,
          newcomerShare: shareOfNewcomer,
          nowMs: clock.nowMs,
        })
      : unlimitedSeats,
  );
  const sweeper = startSweeper({
    pool: pools.background,
    clock,
    metrics,
    log,
    sweepMs: config.SWEEP_MS,
    publish,
    onLapse: (_, { buyer, holdId }) => audience.tellBuyer(buyer, { event: "hold:lapsed", holdId }),
  });
  const labServers = findLabServers(config.LAB_SERVERS);
  const demo = config.DEMO
    ? openDemo({
        pool: pools.background,
        databaseUrl: config.DATABASE_URL,
        redisServers: config.REDIS_SERVER_BIN ? [config.REDIS_SERVER_BIN] : ["redis-server", "valkey-server"],
        labServers,
        instanceProgram,
        boxOffice,
        publicBoxOffice,
        shows,
        io,
        log,
        limitAddresses: config.RATE_LIMITS,
        onRenewed: programme.readAllNext,
      })
    : closedDemo();
  const provider = createTestProvider();
  const settling = { provider, answerWithinMs: ANSWER_WITHIN_MS, boxOffice, log };
  const settler = startSettler({ ...settling, pool: pools.background, metrics });
  health.onChange((status) => {
    log.warn(status, "service status");
    io.emit("service:status", status);
  });

  const sockets = handleSockets(io, {
    ...socketDeps,
    handlers: createHandlers(
      { boxOffice: publicBoxOffice, feed, viewers: audience.viewers, clock },
      demo.handlers,
    ),
  });
  const api = addApi(http, httpDeps, [
    ...showRoutes({ db, pool: pools.reads, programme, shows, feed }),
    ...bookingRoutes({ boxOffice: publicBoxOffice }),
    ...paymentRoutes({ ...settling, pool: pools.sales, readPool: pools.reads, shows, clock }),
    ...demo.routes,
  ]);
  if (config.WEB) {
    providePages(
      createPageSource({
        db,
        pool: pools.reads,
        programme,
        boxOffice,
        buyerCookies,
        api,
        hasLab: config.DEMO,
        labServers,
        maxSeats: config.MAX_SEATS_PER_HOLD,
      }),
    );
    await addPages(http, { development, port: config.PORT });
  }
  await http.listen({ host: config.HOST, port: config.PORT, backlog: WAITING_CONNECTIONS });
  const address = http.server.address();
  const metricsDoor =
    config.METRICS_PORT === undefined
      ? undefined
      : await openMetricsDoor({ host: config.HOST, port: config.METRICS_PORT, metrics });

  return {
    port: typeof address === "object" && address !== null ? address.port : config.PORT,
    async stop() {
      leaving = true;
      await delay(config.DRAIN_NOTICE_MS);
      stopping = true;
      await sweeper.stop();
      await settler.stop();
      await demo.close();
      audience.close();
      await sockets.answered();
      // Only the connection ends: told that they are disconnected, clients would not come back, to another node.
      for (const socket of io.sockets.sockets.values()) socket.conn.close();
      await http.close();
      await metricsDoor?.close();
      await io.close();
      feed.close();
      seatCounts.close();
      health.stop();
      channels.close();
      redis.disconnect();
      await pools.end();
    },
  };
}
