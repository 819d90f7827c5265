/** The race lab of one node: its processes and servers, its races and games, and the doors to them. */
import { randomUUID } from "node:crypto";
import type { FastifyBaseLogger } from "fastify";
import type pg from "pg";
import { DEMO_SHOW } from "#db/programme";
import { pruneRaces } from "#db/queries/lab-prune";
import type { BoxOffice } from "#server/booking/box-office";
import type { Decision } from "#server/booking/decision";
import type { Shows } from "#server/booking/shows";
import type { Route } from "#server/http/route";
import type { Handler } from "#server/realtime/handlers";
import type { BoxOfficeServer } from "#server/realtime/socket-types";
import { createDemoSales, type DemoOrder } from "./demo-sales";
import { createEnsembles } from "./ensembles/ensembles";
import type { FoundServers } from "./ensembles/lab-servers";
import { createGameRegistry } from "./games/game-registry";
import { gameRoom, labHandlers, raceRoom } from "./lab-events";
import { labRoutes } from "./lab-routes";
import { createInstancePool } from "./processes/instance-pool";
import { createWatchdog } from "./processes/watchdog";
import { createRaces } from "./races/races";
import { createRedisFleet } from "./redis/redis-fleet";

export interface LabDeps {
  pool: pg.Pool;
  databaseUrl: string;
  /** The programs its own Redis nodes may be started with; the first that is there. */
  redisServers: string[];
  /** Those that only some strategies need, where they can be had. */
  labServers: FoundServers;
  instanceProgram: string | undefined;
  boxOffice: BoxOffice;
  shows: Shows;
  io: BoxOfficeServer;
  log: FastifyBaseLogger;
  /** Whether one address may have only some of the races and games. */
  limitAddresses: boolean;
}

export interface Lab {
  routes: Route[];
  handlers: Map<string, Handler>;
  bookWithStrategy(order: DemoOrder): Promise<Decision<{ reference: string }>>;
  resetStrategies(): Promise<void>;
  close(): Promise<void>;
}

export function createLab(deps: LabDeps): Lab {
  const { pool: db, databaseUrl, redisServers, boxOffice, shows, io, log } = deps;
  const watchdog = createWatchdog();
  const fleet = createRedisFleet({ watchdog, redisServers, labServers: deps.labServers });
  const ensembles = createEnsembles({ watchdog, labServers: deps.labServers });
  const instances = createInstancePool({
    watchdog,
    onStderr: (text) => log.warn({ text }, "an instance of the lab"),
    program: deps.instanceProgram,
  });
  const parts = { db, databaseUrl, fleet, ensembles, instances };
  const unlimited = deps.limitAddresses ? {} : { perAddress: Number.POSITIVE_INFINITY };
  const races = createRaces({
    ...parts,
    ...unlimited,
    onError: (error) => log.error({ error }, "a race could not be run"),
    hasListeners: (raceId) => io.sockets.adapter.rooms.has(raceRoom(raceId)),
    broadcast: {
      steps: (raceId, batch) => io.to(raceRoom(raceId)).emit("lab:step", { raceId, ...batch }),
      progress: (progress) => io.to(raceRoom(progress.raceId)).emit("lab:progress", progress),
      result: (race) => io.to(raceRoom(race.raceId)).emit("lab:result", race),
    },
  });
  const games = createGameRegistry({
    ...parts,
    ...unlimited,
    onChange: (game) => io.to(gameRoom(game.gameId)).emit("lab:game:state", game),
  });
  const demoSales = createDemoSales({
    ...parts,
    hasSeat: async (seat) => (await shows.find(DEMO_SHOW.id))?.seatByLabel.has(seat) ?? false,
    async bookLastSeat({ seat, buyer }) {
      const order = { buyer, showId: DEMO_SHOW.id, seats: [seat], idempotencyKey: randomUUID() };
      const decision = await boxOffice.book(order);
      return decision.ok ? { ok: true, reference: decision.booking.reference } : decision;
    },
  });
  pruneRaces(db).catch((error: unknown) => log.warn({ error }, "old races could not be pruned"));

  return {
    routes: labRoutes({ races, games }),
    handlers: labHandlers({ races, games }),
    bookWithStrategy: demoSales.book,
    resetStrategies: demoSales.reset,
    async close() {
      await Promise.all([races.close(), games.close(), demoSales.close()]);
      await instances.close();
      await Promise.all([fleet.close(), ensembles.close()]);
      watchdog.close();
    },
  };
}
