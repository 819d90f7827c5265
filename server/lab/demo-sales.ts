/**
 * The demonstration show sold by a strategy, for load tests with the article's own request: in the server's
 * own process, as the article's server did it. Sales accumulate in the ledger as race "demo" until the reset.
 */
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { STRATEGY_IDS, type StrategyId } from "#contract/lab-strategies";
import { SESSION_OPTIONS } from "#db/client";
import { openRace } from "#db/queries/lab-open-race";
import { recordSale } from "#db/queries/lab-record-sale";
import { resetRace } from "#db/queries/lab-reset-race";
import { type Decision, refused } from "#server/booking/decision";
import { newReference, referencePrefix } from "#server/booking/ids";
import { openStrategy, STRATEGY_IMPLEMENTATIONS } from "#server/strategies/catalogue";
import type { Attempt, MarkStep, OpenStrategy, Queryable } from "#server/strategies/strategy";
import { createSellers } from "./open-sellers";
import { warmPool } from "./processes/warm-pool";
import { ARTICLE_LOCK, VOTE_WITHIN_MS } from "./races/race-plan";
import type { RaceDeps } from "./races/run-race";
import { connectRedis } from "./redis/connect-redis";

const RACE = "demo";
/** As many as the article's server had. */
const POOL_SIZE = 20;
const KEEP_WARM_MS = 60_000;
const INSTANCE = 0;
/** As in the lab's races. Without it the naive gap is a round trip wide, and a slow load generator may miss it. */
const THINK_MS = 20;
const ASK_AGAIN_MS = 1_000;

export interface DemoOrder {
  strategy: string;
  seat: string;
  buyer: string;
}

export interface DemoSalesDeps extends Pick<RaceDeps, "db" | "databaseUrl" | "fleet" | "ensembles"> {
  hasSeat(seat: string): Promise<boolean>;
  /** The box office itself, for `last-seat`. */
  bookLastSeat(order: { seat: string; buyer: string }): Promise<Decision<{ reference: string }>>;
}

export interface DemoSales {
  book(order: DemoOrder): Promise<Decision<{ reference: string }>>;
  reset(): Promise<void>;
  close(): Promise<void>;
}

type ConnectedStrategy = OpenStrategy & Pick<Attempt, "redis" | "redlockNodes">;

export function createDemoSales(deps: DemoSalesDeps): DemoSales {
  const pool = new pg.Pool({
    connectionString: deps.databaseUrl,
    max: POOL_SIZE,
    idleTimeoutMillis: KEEP_WARM_MS,
    application_name: "last-seat-demo",
    options: SESSION_OPTIONS,
  });
  pool.on("error", () => {});
  const sellers = createSellers<ConnectedStrategy>();
  const openSeats = new Map<string, Promise<void>>();
  let lane = 0;

  return {
    async book({ strategy, seat, buyer }) {
      const id = STRATEGY_IDS.find((known) => known === strategy);
      if (!id) return refused("invalid", { detail: `strategy: one of ${STRATEGY_IDS.join(", ")}` });
      if (id === "last-seat") return deps.bookLastSeat({ seat, buyer });
      if (!(await deps.hasSeat(seat))) return refused("invalid", { detail: `this show has no seat ${seat}` });
      await once(openSeats, seat, () => openRace(deps.db, RACE, seat));
      try {
        const answer = await sellers.use(
          `${id}/${seat}`,
          () => connectStrategy(id, seat),
          (seller) => seller.book(attemptFor(seller, id, seat, buyer)),
        );
        if (answer === undefined) return refused("rate_limited", { retryAfterMs: ASK_AGAIN_MS });
        return answer === "sold"
          ? { ok: true, reference: newReference(referencePrefix(RACE)) }
          : refused("seat_taken", { seats: [seat] });
      } catch {
        return refused("unavailable");
      }
    },
    async reset() {
      openSeats.clear();
      await resetRace(deps.db, RACE);
    },
    async close() {
      await sellers.close();
      await pool.end();
    },
  };

  async function connectStrategy(id: StrategyId, seat: string): Promise<ConnectedStrategy> {
    const strategy = STRATEGY_IMPLEMENTATIONS[id];
    await warmPool(pool, POOL_SIZE);
    const nodes = await deps.fleet.nodesFor("games-and-demo", strategy.needs);
    const ensemble = await deps.ensembles.forNeeds("games-and-demo", strategy.needs);
    const timeoutMs = strategy.needs === "redlock" ? VOTE_WITHIN_MS : (ARTICLE_LOCK.ttlMs ?? 0) / 10;
    const redlockNodes = await Promise.all(nodes.map((node) => connectRedis(node.port, timeoutMs)));
    const redis = redlockNodes[0] ?? (await connectRedis(null, timeoutMs));
    const context = { raceId: RACE, seat, db: pool, redis, redlockNodes, lock: ARTICLE_LOCK };
    const opened = await openStrategy(strategy, {
      ...context,
      instance: INSTANCE,
      ensemblePorts: ensemble?.ports ?? [],
      onBehalfOf: (buyer) => hooksFor(id, seat, buyer),
    });
    return {
      redis,
      redlockNodes,
      book: opened.book,
      async close() {
        await opened.close();
        for (const node of [redis, ...redlockNodes]) node.disconnect();
      },
    };
  }

  function attemptFor(seller: ConnectedStrategy, id: StrategyId, seat: string, buyer: string): Attempt {
    const { redis, redlockNodes } = seller;
    lane += 1;
    const given = { raceId: RACE, seat, buyer, lane, db: pool, redis, redlockNodes, lock: ARTICLE_LOCK };
    return { ...given, random: Math.random, ...hooksFor(id, seat, buyer) };
  }

  function hooksFor(strategy: StrategyId, seat: string, buyer: string) {
    const sale = { raceId: RACE, seat, buyer, strategy, instance: INSTANCE };
    return {
      step: unmarked,
      aside: unmarked,
      think: () => delay(THINK_MS),
      recordSale: (db: Queryable) => recordSale(db, sale),
    };
  }
}

const unmarked: MarkStep = (_name, work) => work();

/** The first to ask does the work; if it fails, the next may try again. */
function once<T>(done: Map<string, Promise<T>>, key: string, work: () => Promise<T>): Promise<T> {
  const before = done.get(key);
  if (before) return before;
  const now = work();
  done.set(key, now);
  now.catch(() => done.delete(key));
  return now;
}
