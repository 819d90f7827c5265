/** The race lab of one node: its processes and servers, its races and games, and the doors to them. */
import { randomUUID } from "node:crypto";
import type { FastifyBaseLogger } from "fastify";
import type pg from "pg";
import { DEMO_SHOW } from "#db/programme";
import { pruneRaces } from "#db/queries/lab-prune";
import type { BoxOffice } from "#server/booking/box-office";
import type { Decision } from "#server/booking/decisions";
import type { Shows } from "#server/booking/shows";
import type { Route } from "#server/http/route";
import type { Handler } from "#server/realtime/handlers";
import type { BoxOfficeServer } from "#server/realtime/sockets";
import { createDemo, type DemoOrder } from "./demo";
import { createGames } from "./games";
import { createInstances } from "./instances";
import { createKeeper } from "./keeper";
import { gameRoom, labHandlers, raceRoom } from "./lab-events";
import { labRoutes } from "./lab-routes";
import { createRaces } from "./races";
import { createRedisFleet } from "./redis-fleet";
import { RaceStopped } from "./stage";

export interface LabDeps {
  pool: pg.Pool;
  databaseUrl: string;
  /** The programs its own Redis nodes may be started with; the first that is there. */
  redisServers: string[];
  boxOffice: BoxOffice;
  shows: Shows;
  io: BoxOfficeServer;
  log: FastifyBaseLogger;
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
  const keeper = createKeeper();
  const fleet = createRedisFleet({ keeper, redisServers });
  const instances = createInstances({
    keeper,
    onStderr: (text) => log.warn({ text }, "an instance of the lab"),
  });
  const parts = { db, databaseUrl, fleet, instances };
  const races = createRaces({
    ...parts,
    onError(error) {
      if (!(error instanceof RaceStopped)) log.error({ error }, "a race could not be run");
    },
    audience: {
      steps: (raceId, batch) => io.to(raceRoom(raceId)).emit("lab:step", { raceId, ...batch }),
      progress: (progress) => io.to(raceRoom(progress.raceId)).emit("lab:progress", progress),
      result({ steps: _, ...race }) {
        io.to(raceRoom(race.raceId)).emit("lab:result", race);
      },
    },
  });
  const games = createGames({
    ...parts,
    onChange: (game) => io.to(gameRoom(game.gameId)).emit("lab:game:state", game),
  });
  const demo = createDemo({
    ...parts,
    hasSeat: async (seat) => (await shows.find(DEMO_SHOW.id))?.seatByLabel.has(seat) ?? false,
    async bookLastSeat({ seat, buyer }) {
      const order = { customer: buyer, showId: DEMO_SHOW.id, seats: [seat], idempotencyKey: randomUUID() };
      const decision = await boxOffice.book(order);
      return decision.ok ? { ok: true, reference: decision.booking.reference } : decision;
    },
  });
  pruneRaces(db).catch((error: unknown) => log.warn({ error }, "old races could not be pruned"));

  return {
    routes: labRoutes({ races, games }),
    handlers: labHandlers({ races, games }),
    bookWithStrategy: demo.book,
    resetStrategies: demo.reset,
    async close() {
      await Promise.all([races.close(), games.close(), demo.close()]);
      await instances.close();
      await fleet.close();
      keeper.close();
    },
  };
}
