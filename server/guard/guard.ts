/**
 * The Redis guard of each seat. It can only say no: ninety-nine of a hundred contenders are refused here, by
 * one command shared with everyone who asked in the same event-loop turn, and never reach Postgres.
 *
 * It also notes which sales are under way, by buyer and key, so that a repetition of one is not refused here while
 * the first may still be carried out.
 */
import { Redis } from "ioredis";
import { createLruMap } from "#server/booking/lru-map";
import type { GuardMetrics } from "#server/ops/metrics";
import { onServerLost, type RedisClient } from "#server/redis/connect-redis";
import { ACQUIRE } from "./acquire.lua";
import { createSeatRemovals } from "./seat-removals";
import { createServerGuard, type ServerGuard } from "./server-guard";
import { TELL } from "./tell.lua";

/** Of shows that nobody asked for in a long time nothing is left to be told. */
const SHOWS_REMEMBERED = 5_000;

export interface Attempt {
  showId: string;
  buyer: string;
  token: string;
  seats: number[];
  /** A sale's idempotency key. */
  key?: string | undefined;
}

export type Guarded =
  /** `mayRepeat`: a sale with this key may be under way. */
  | { state: "guarded"; mayRepeat?: true }
  /** Seats whose guards belong to someone else; `mayRepeat` as above. */
  | { state: "refused"; seats: number[]; mayRepeat: boolean }
  /** Redis is away: go on, Postgres decides alone. */
  | { state: "absent" };

/** What Postgres decided about a seat. */
export interface SeatNews {
  seat: number;
  fence: number;
  buyer: string;
}

/** When the statement was sent that decided it, by the monotonic clock: news does not stay true for ever. */
export interface DecidedAt {
  sentAtMs: number;
}

export interface Guard {
  /** At once where nobody need be asked: the refusal is remembered, or Redis is away. */
  acquire(attempt: Attempt): Guarded | Promise<Guarded>;
  /** The attempt came to nothing: its sale is no longer under way, and guards of its own are removed. */
  end(attempt: Attempt): void;
  /** The sale is no longer under way; what became of its seats is told by `booked`. */
  endSale(attempt: Attempt): void;
  held(showId: string, seats: SeatNews[], holdToken: string, leftMs: number, decided: DecidedAt): void;
  booked(showId: string, seats: SeatNews[], decided: DecidedAt): void;
  /** Given back by that buyer. */
  freed(showId: string, seats: SeatNews[]): void;
  /** Free, whatever guard stands: only for putting the demonstration show back. */
  reset(showId: string, seats: SeatNews[]): void;
}

export interface GuardDeps {
  redis: RedisClient;
  guardTtlMs: number;
  metrics: GuardMetrics;
  /** Told of seats that Redis refused because they are held or booked, not of attempts under way. */
  onRefusedAsTaken?: (showId: string, seats: number[]) => void;
}

export function createGuard(deps: GuardDeps): Guard {
  const removals = createSeatRemovals();
  // On a cluster a command may name the keys of one show only, and the shows of one server may be out of reach while
  // the others' are not: each show is guarded by itself.
  const isCluster = !(deps.redis instanceof Redis);
  const guards = createLruMap<string, ServerGuard>(SHOWS_REMEMBERED);
  onServerLost(deps.redis, () => {
    for (const guard of guards.values()) guard.onServerChanged();
    for (const removal of removals.takeRecent()) guardOf(removal.showId).tell(removal);
  });
  return {
    acquire: (attempt) => guardOf(attempt.showId).acquire(attempt),
    end: (attempt) => guardOf(attempt.showId).end(attempt),
    endSale: (attempt) => guardOf(attempt.showId).endSale(attempt),
    held: (showId, ...news) => guardOf(showId).held(showId, ...news),
    booked: (showId, ...news) => guardOf(showId).booked(showId, ...news),
    freed: (showId, ...news) => guardOf(showId).freed(showId, ...news),
    reset: (showId, ...news) => guardOf(showId).reset(showId, ...news),
  };

  function guardOf(showId: string): ServerGuard {
    const keysOf = isCluster ? showId : "all";
    const known = guards.get(keysOf);
    if (known) return known;
    const guard = createServerGuard({ ...deps, keysOf, onRemoved: removals.remember });
    guards.set(keysOf, guard);
    return guard;
  }
}

/** Whether a sale of that name is under way, then a place and a value for each seat in the way. */
type Blockers = (number | string)[];

declare module "ioredis" {
  interface RedisCommander {
    acquireGuards(
      numberOfKeys: number,
      ...args: (string | number)[]
    ): Promise<[nowMs: number, longUnderWay: string[], ...answers: (0 | 1 | Blockers)[]]>;
    tellGuards(numberOfKeys: number, ...args: (string | number)[]): Promise<number>;
  }
}

/** The scripts are defined where the client is made, so that every client sends them by their hash. */
export const GUARD_SCRIPTS = { acquireGuards: { lua: ACQUIRE }, tellGuards: { lua: TELL } };
