/**
 * The product itself: `bookSeats` of the box office, with its guard, its group commit and its statement, on a
 * show of its own. Nothing is rebuilt here; the two parts a booking passes through are marked on the way.
 *
 * Redis can say no: a hundred contenders meet at the guard, one round trip turns ninety-nine of them away, and
 * they never reach Postgres. Only Postgres can say yes: the row's own condition decides, so a guard that was
 * lost, doubled or never set can cost a buyer a refusal, and never sells a seat twice.
 */
import { drizzle } from "drizzle-orm/node-postgres";
import { LAB_SHOW_PREFIX } from "#contract/shows";
import { createDatabaseClock } from "#db/database-clock";
import { createEngine } from "#server/booking/engine";
import { bookSeats } from "#server/booking/sell";
import { createShows } from "#server/booking/shows";
import { createGuard, GUARD_SCRIPTS } from "#server/guard/guard";
import { createMetrics } from "#server/ops/metrics";
import type { OpenableStrategy } from "./strategy";

const LIMITS = { holdTtlMs: 120_000, holdMaxMs: 600_000, maxSeats: 8 };
const DEFAULT_GUARD_TTL_MS = 5_000;

export const lastSeat: OpenableStrategy = {
  needs: "redis",

  async open({ db, redis: lab, raceId, lock }) {
    const redis = lab.duplicate({ scripts: GUARD_SCRIPTS });
    redis.on("error", () => {});
    // Not by `once` of node:events, which gives up at the first slow answer: the client tries again by itself.
    await new Promise((resolve) => redis.once("ready", resolve));
    const metrics = createMetrics();
    const shows = createShows(drizzle(db));
    const engine = createEngine({
      pool: db,
      readPool: db,
      shows,
      guard: createGuard({ redis, guardTtlMs: lock.ttlMs ?? DEFAULT_GUARD_TTL_MS, metrics: metrics.guard }),
      clock: createDatabaseClock(),
      metrics,
      limits: LIMITS,
      publish: () => {},
      tellBuyer: () => {},
    });
    const showId = showOfRace(raceId);
    await shows.find(showId);

    return {
      async book({ buyer, seat, step, think }) {
        await think();
        const { guard, sales } = engine;
        const marked = {
          ...engine,
          guard: {
            ...guard,
            acquire: (attempt: Parameters<typeof guard.acquire>[0]) =>
              step(
                "guard",
                async () => guard.acquire(attempt),
                ({ state }) => state,
              ),
          },
          sales: {
            ...sales,
            submit: (request: Parameters<typeof sales.submit>[0]) =>
              step(
                "write",
                () => sales.submit(request),
                ({ code }) => code,
              ),
          },
        };
        // The key belongs to the buyer's wish, not to the click: every repetition gets the same answer.
        const order = { buyer, showId, seats: [seat], idempotencyKey: `${raceId}/${seat}` };
        const decision = await bookSeats(marked, order);
        if (decision.ok) return "sold";
        if (decision.code === "seat_taken") return "refused";
        throw new Error(decision.code);
      },
      async close() {
        redis.disconnect();
      },
    };
  },
};

export function showOfRace(raceId: string): string {
  return `${LAB_SHOW_PREFIX}${raceId}`;
}
