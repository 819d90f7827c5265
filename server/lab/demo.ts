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
import { type Decision, refused } from "#server/booking/decisions";
import { newReference } from "#server/booking/ids";
import { openCounter, STRATEGY_CODE } from "#server/strategies/catalogue";
import type { Attempt, Counter, Mark, Queryable } from "#server/strategies/strategy";
import { connectRedis } from "./connect-redis";
import { ARTICLE_LOCK, VOTE_WITHIN_MS } from "./plan";
import type { RaceDeps } from "./race";
import { warmPool } from "./warm-pool";

const RACE = "demo";
/** As many as the article's server had. */
const POOL_SIZE = 20;
const KEEP_WARM_MS = 60_000;
const INSTANCE = 0;
/** As in the lab's races. Without it the naive gap is a round trip wide, and a slow load generator may miss it. */
const THINK_MS = 20;

export interface DemoOrder {
  strategy: string;
  seat: string;
  buyer: string;
}

export interface DemoDeps extends Pick<RaceDeps, "db" | "databaseUrl" | "fleet"> {
  hasSeat(seat: string): Promise<boolean>;
  /** The box office itself, for `last-seat`. */
  bookLastSeat(order: { seat: string; buyer: string }): Promise<Decision<{ reference: string }>>;
}

export interface Demo {
  book(order: DemoOrder): Promise<Decision<{ reference: string }>>;
  reset(): Promise<void>;
  close(): Promise<void>;
}

type Desk = Pick<Attempt, "redis" | "redlockNodes"> & { counter: Counter; close(): Promise<void> };

export function createDemo(deps: DemoDeps): Demo {
  const pool = new pg.Pool({
    connectionString: deps.databaseUrl,
    max: POOL_SIZE,
    idleTimeoutMillis: KEEP_WARM_MS,
    application_name: "last-seat-demo",
    options: SESSION_OPTIONS,
  });
  pool.on("error", () => {});
  const desks = new Map<string, Promise<Desk>>();
  const opened = new Map<string, Promise<void>>();
  let lane = 0;

  return {
    async book({ strategy, seat, buyer }) {
      const id = STRATEGY_IDS.find((known) => known === strategy);
      if (!id) return refused("invalid", { detail: `strategy: one of ${STRATEGY_IDS.join(", ")}` });
      if (id === "last-seat") return deps.bookLastSeat({ seat, buyer });
      if (!(await deps.hasSeat(seat))) return refused("invalid", { detail: `this show has no seat ${seat}` });
      await once(opened, seat, () => openRace(deps.db, RACE, seat));
      const desk = await once(desks, `${id}/${seat}`, () => openDesk(id, seat));
      try {
        const answer = await desk.counter.book(attemptAt(desk, id, seat, buyer));
        return answer === "sold"
          ? { ok: true, reference: newReference() }
          : refused("seat_taken", { seats: [seat] });
      } catch {
        return refused("unavailable");
      }
    },
    async reset() {
      opened.clear();
      await resetRace(deps.db, RACE);
    },
    async close() {
      const open = await Promise.allSettled(desks.values());
      await Promise.all(open.map((desk) => (desk.status === "fulfilled" ? desk.value.close() : undefined)));
      await pool.end();
    },
  };

  async function openDesk(id: StrategyId, seat: string): Promise<Desk> {
    const strategy = STRATEGY_CODE[id];
    await warmPool(pool, POOL_SIZE);
    const nodes = await deps.fleet.nodesFor("visitors", strategy.needs);
    const timeoutMs = strategy.needs === "redlock" ? VOTE_WITHIN_MS : (ARTICLE_LOCK.ttlMs ?? 0) / 10;
    const redlockNodes = await Promise.all(nodes.map((node) => connectRedis(node.port, timeoutMs)));
    const redis = redlockNodes[0] ?? (await connectRedis(null, timeoutMs));
    const place = { raceId: RACE, seat, db: pool, redis, lock: ARTICLE_LOCK, instance: INSTANCE };
    const counter = await openCounter(strategy, {
      ...place,
      onBehalfOf: (buyer) => dutiesOf(id, seat, buyer),
    });
    return {
      redis,
      redlockNodes,
      counter,
      async close() {
        await counter.close();
        for (const node of [redis, ...redlockNodes]) node.disconnect();
      },
    };
  }

  function attemptAt(desk: Desk, id: StrategyId, seat: string, buyer: string): Attempt {
    const { redis, redlockNodes } = desk;
    lane += 1;
    const place = { raceId: RACE, seat, buyer, lane, db: pool, redis, redlockNodes, lock: ARTICLE_LOCK };
    return { ...place, random: Math.random, ...dutiesOf(id, seat, buyer) };
  }

  function dutiesOf(strategy: StrategyId, seat: string, buyer: string) {
    const sale = { raceId: RACE, seat, buyer, strategy, instance: INSTANCE };
    return {
      step: unmarked,
      aside: unmarked,
      think: () => delay(THINK_MS),
      recordSale: (db: Queryable) => recordSale(db, sale),
    };
  }
}

const unmarked: Mark = (_name, work) => work();

/** The first to ask does the work; if it fails, the next may try again. */
function once<T>(done: Map<string, Promise<T>>, key: string, work: () => Promise<T>): Promise<T> {
  const before = done.get(key);
  if (before) return before;
  const now = work();
  done.set(key, now);
  now.catch(() => done.delete(key));
  return now;
}
