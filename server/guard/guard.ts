/**
 * The Redis guard of each seat. It can only say no: ninety-nine of a hundred contenders are refused here, by
 * one round trip shared with everyone who asked in the same event-loop turn, and never reach Postgres.
 *
 * A guard is `{show:ID}:seat:LABEL` → `buyer:token`. It stands for GUARD_TTL_MS while an attempt is under way,
 * then for as long as the hold; a sold seat's guard stands for a minute at a time and is set again by whoever
 * Postgres refuses after that, so a guard that should have been removed and was not heals by itself.
 */
import type { Redis } from "ioredis";
import type { GuardMetrics } from "#server/ops/metrics";
import { inOneWrite } from "#server/ops/one-write";
import { ACQUIRE } from "./acquire.lua";
import { createBreaker } from "./breaker";
import { createRefusals } from "./refusals";
import { SETTLE } from "./settle.lua";

const BOOKED_TTL_MS = 60_000;
/**
 * A hold's guard ends this much before the hold, and a refusal is remembered for as long: together they never
 * refuse a seat whose hold has lapsed.
 */
const EARLY_MS = 50;
/** Removals remembered while Redis is away; beyond that, guards end by themselves. */
const OWED_AT_MOST = 10_000;

export interface Attempt {
  showId: string;
  customer: string;
  token: string;
  /** Labels. */
  seats: string[];
}

export type Guarded =
  | { state: "guarded" }
  /** Labels whose guards belong to someone else. */
  | { state: "refused"; seats: string[] }
  /** Redis is away: go on, Postgres decides alone. */
  | { state: "absent" };

/** Whose guard: an attempt's own token at first, the hold's token once the hold is granted. */
export type GuardOwner = Omit<Attempt, "seats">;

export interface Guard {
  /** At once where nobody need be asked: the refusal is remembered, or Redis is away. */
  acquire(attempt: Attempt): Guarded | Promise<Guarded>;
  /** Removes the owner's guards: an attempt that came to nothing, or a hold that was let go. */
  release(owner: GuardOwner, seats: string[]): void;
  /** Gives the owner's guards to a hold and lets them stand as long as the hold does. */
  stretch(owner: GuardOwner, seats: string[], holdToken: string, ttlMs: number): void;
  booked(showId: string, customer: string, seats: string[]): void;
  cancelled(showId: string, customer: string, seats: string[]): void;
  /** Guards a seat that had none although Postgres says it is held. */
  restore(holder: GuardOwner, seat: string, ttlMs: number): void;
  /** Removes whatever stands: only for putting the demonstration show back. */
  clear(showId: string, seats: string[]): void;
}

export function createGuard(deps: { redis: Redis; guardTtlMs: number; metrics: GuardMetrics }): Guard {
  const { redis, metrics } = deps;
  const breaker = createBreaker(redis, payOwed);
  const acquiring = new Map<string, { attempt: Attempt; resolve: (guarded: Guarded) => void }[]>();
  const settling = new Map<string, Settlement[]>();
  /** Until Redis hears of these removals, seats that were given back are refused. */
  let owed: Settlement[] = [];
  const refusals = createRefusals(EARLY_MS);

  return {
    acquire(attempt) {
      if (breaker.isOpen()) return { state: "absent" };
      const seats = refusals.recall(attempt);
      if (seats.length > 0) {
        metrics.refused.inc();
        return { state: "refused", seats };
      }
      return new Promise((resolve) => {
        const waiting = acquiring.get(attempt.showId);
        if (waiting) waiting.push({ attempt, resolve });
        else {
          acquiring.set(attempt.showId, [{ attempt, resolve }]);
          if (acquiring.size === 1) setImmediate(flushAcquiring);
        }
      });
    },
    release(owner, seats) {
      for (const seat of seats) remove(owner.showId, seat, guardValue(owner));
    },
    stretch(owner, seats, holdToken, ttlMs) {
      const { showId } = owner;
      const [expected, value] = [guardValue(owner), guardValue({ ...owner, token: holdToken })];
      for (const seat of seats) settle({ showId, seat, expected, value, ttlMs: ttlMs - EARLY_MS });
    },
    booked(showId, customer, seats) {
      const value = bookedValue(customer);
      for (const seat of seats) settle({ showId, seat, expected: "*", value, ttlMs: BOOKED_TTL_MS });
    },
    cancelled(showId, customer, seats) {
      for (const seat of seats) remove(showId, seat, bookedValue(customer));
    },
    restore(holder, seat, ttlMs) {
      const value = guardValue(holder);
      settle({ showId: holder.showId, seat, expected: "", value, ttlMs: ttlMs - EARLY_MS });
    },
    clear(showId, seats) {
      for (const seat of seats) remove(showId, seat, "*");
    },
  };

  function flushAcquiring(): void {
    const shows = [...acquiring];
    acquiring.clear();
    inOneWrite(redis, () => {
      for (const [showId, waiting] of shows) void acquireAll(showId, waiting);
    });
  }

  async function acquireAll(
    showId: string,
    waiting: { attempt: Attempt; resolve: (guarded: Guarded) => void }[],
  ): Promise<void> {
    const keys = waiting.flatMap(({ attempt }) => attempt.seats.map((seat) => keyOf(showId, seat)));
    const args = waiting.flatMap(({ attempt }) => [
      `${attempt.customer}:`,
      guardValue(attempt),
      attempt.seats.length,
    ]);
    const startedAt = performance.now();
    try {
      const answers = await breaker.run(() =>
        redis.acquireGuards(keys.length, ...keys, deps.guardTtlMs, ...args),
      );
      metrics.acquireSeconds.observe((performance.now() - startedAt) / 1000);
      for (const [at, { attempt, resolve }] of waiting.entries()) {
        const answer = answers[at];
        if (Array.isArray(answer)) {
          metrics.refused.inc();
          resolve({ state: "refused", seats: refusals.remember(attempt, answer) });
        } else {
          metrics.acquired.inc();
          resolve({ state: "guarded" });
        }
      }
    } catch {
      metrics.errors.inc(waiting.length);
      for (const { resolve } of waiting) resolve({ state: "absent" });
    }
  }

  function remove(showId: string, seat: string, expected: string): void {
    settle({ showId, seat, expected, value: "", ttlMs: 0 });
  }

  /** Settling is not waited for: it is late or lost at worst, and then a guard ends by its TTL. */
  function settle(settlement: Settlement): void {
    refusals.forget(settlement.showId, settlement.seat);
    if (breaker.isOpen()) {
      owe([settlement]);
      return;
    }
    if (settling.size === 0) setImmediate(flushSettling);
    const waiting = settling.get(settlement.showId);
    if (waiting) waiting.push(settlement);
    else settling.set(settlement.showId, [settlement]);
  }

  function flushSettling(): void {
    const shows = [...settling.values()];
    settling.clear();
    inOneWrite(redis, () => {
      for (const settlements of shows) settleAll(settlements);
    });
  }

  function settleAll(settlements: Settlement[]): void {
    const keys = settlements.map(({ showId, seat }) => keyOf(showId, seat));
    const args = settlements.flatMap(({ expected, value, ttlMs }) => [expected, value, Math.floor(ttlMs)]);
    breaker
      .run(() => redis.settleGuards(keys.length, ...keys, ...args))
      .catch(() => {
        metrics.errors.inc();
        owe(settlements);
      });
  }

  /** A guard that could not be set is set again by whoever Postgres refuses; one not removed refuses buyers. */
  function owe(settlements: Settlement[]): void {
    if (owed.length >= OWED_AT_MOST) return;
    owed.push(...settlements.filter(({ value }) => value === ""));
  }

  function payOwed(): void {
    const settlements = owed;
    owed = [];
    for (const settlement of settlements) settle(settlement);
  }
}

interface Settlement {
  showId: string;
  seat: string;
  /** What must stand: '' for nothing, '*' for whatever does. */
  expected: string;
  /** '' removes the guard. */
  value: string;
  ttlMs: number;
}

export function keyOf(showId: string, seat: string): string {
  return `{show:${showId}}:seat:${seat}`;
}

function guardValue(owner: { customer: string; token: string }): string {
  return `${owner.customer}:${owner.token}`;
}

/** Begins with the buyer, so that the buyer's own repetition is answered by Postgres with the booking it made. */
function bookedValue(customer: string): string {
  return `${customer}:booked`;
}

declare module "ioredis" {
  interface RedisCommander {
    acquireGuards(numberOfKeys: number, ...args: (string | number)[]): Promise<(1 | (number | string)[])[]>;
    settleGuards(numberOfKeys: number, ...args: (string | number)[]): Promise<number>;
  }
}

/** The scripts are defined where the client is made, so that every client sends them by their hash. */
export const GUARD_SCRIPTS = { acquireGuards: { lua: ACQUIRE }, settleGuards: { lua: SETTLE } };
