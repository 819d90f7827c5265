/**
 * The guards that one command may name: all of a server's, or those of one show on a cluster.
 *
 * A guard stands for GUARD_TTL_MS while an attempt is under way, then for as long as the hold; a sold seat's guard
 * stands for a minute at a time and is set again by whoever Postgres refuses after that. What a node tells of a seat
 * carries the seat's fence, and Redis applies only what is later than what it has: news that was overtaken, from a
 * slow node or one that had stopped, can neither free a seat nor refuse one.
 */
import { createBreaker } from "./breaker";
import type { Attempt, Guard, GuardDeps, Guarded } from "./guard";
import {
  BOOKED,
  FREE,
  HELD,
  isGrant,
  keyOf,
  nameOfSale,
  orderOf,
  ownerOf,
  salesUnderWayKey,
} from "./guard-value";
import { createRecentRefusals } from "./recent-refusals";
import { isRemoval, type News, type SeatRemoval } from "./seat-removals";

const BOOKED_TTL_MS = 60_000;
/**
 * A hold's guard ends this much before the hold, and a refusal is remembered for as long: together they never
 * refuse a seat whose hold has lapsed.
 */
const EARLY_MS = 50;
/** News that a seat is taken is applied so long after the statement that said so was sent, and no later. */
const NEWS_VALID_MS = 5_000;
/** A seat that was given back remembers its fence for longer than any such news is valid. */
const TOMBSTONE_MS = 10_000;
/** No statement is under way for longer, unless Postgres itself was stopped. */
const SALE_UNDER_WAY_MS = 120_000;
/** A sale this old is no longer one that is about to be answered. */
const LONG_UNDER_WAY_MS = 400;
/** After Redis was away its notes may be gone; as long as a buyer waits for an answer, no key is surely new. */
const NOTES_DOUBTED_MS = 15_000;
/** No command keeps Redis from everyone else for long. */
const AT_ONCE = 500;
/** Removals remembered while Redis is away; beyond that, guards end by themselves. */
const UNSENT_AT_MOST = 10_000;

export interface ServerGuard extends Guard {
  tell(news: News): void;
  /** Another server may have taken over, whose clock is its own and whose notes may not be complete. */
  onServerChanged(): void;
}

export interface ServerGuardDeps extends GuardDeps {
  /** The show whose keys these are, or any name if they are everybody's. */
  keysOf: string;
  /** Redis has applied these. */
  onRemoved: (removals: SeatRemoval[]) => void;
}

export function createServerGuard(deps: ServerGuardDeps): ServerGuard {
  const { redis, metrics } = deps;
  const breaker = createBreaker(redis, askRedis, () => {
    doubtNotes();
    sendUnsent();
  });
  /** What is asked and told in this turn of the event loop goes in one command each, or a few. */
  let acquiring: Waiting[] = [];
  let telling: News[] = [];
  /** Until Redis hears of these removals, seats that were given back are refused. */
  let unsent: News[] = [];
  const refusals = createRecentRefusals(EARLY_MS);
  /** Sales for which Redis is being asked: it may let one through that would be refused from memory the second time. */
  const askedFor = new Map<string, number>();
  /** Redis' clock less the monotonic one; a little early, by the time an answer is on its way. */
  let clockOffsetMs: number | undefined;
  let notesDoubtedUntilMs = 0;

  return {
    acquire(attempt) {
      if (breaker.isOpen()) return { state: "absent" };
      const seats = isAskedFor(attempt) ? [] : refusals.recall(attempt);
      if (seats.length > 0) {
        metrics.refused.inc();
        return { state: "refused", seats, mayRepeat: mayBeUnderWay(attempt) };
      }
      return new Promise((resolve) => {
        if (acquiring.length === 0) setImmediate(flushAcquiring);
        countAsked(attempt, 1);
        acquiring.push({
          attempt,
          resolve(guarded) {
            countAsked(attempt, -1);
            resolve(guarded);
          },
        });
      });
    },
    end(attempt) {
      removeGuards(attempt);
      endSale(attempt);
    },
    endSale,
    held(showId, seats, holdToken, leftMs, { sentAtMs }) {
      const endsAtMs = performance.now() + leftMs - EARLY_MS;
      for (const { seat, fence, buyer } of seats) {
        const whose = ownerOf(buyer, holdToken);
        tell({ what: "taken", showId, seat, order: orderOf(fence, HELD), whose, endsAtMs, sentAtMs });
      }
    },
    booked(showId, seats, { sentAtMs }) {
      const endsAtMs = performance.now() + BOOKED_TTL_MS;
      for (const { seat, fence, buyer } of seats) {
        const whose = ownerOf(buyer, "booked");
        tell({ what: "taken", showId, seat, order: orderOf(fence, BOOKED), whose, endsAtMs, sentAtMs });
      }
    },
    freed(showId, seats) {
      for (const { seat, fence, buyer } of seats)
        tell({ what: "free", showId, seat, order: orderOf(fence, FREE), whose: ownerOf(buyer, "") });
    },
    reset(showId, seats) {
      for (const { seat, fence } of seats)
        tell({ what: "reset", showId, seat, order: orderOf(fence, FREE), whose: "" });
    },
    tell,
    onServerChanged() {
      clockOffsetMs = undefined;
      doubtNotes();
    },
  };

  /**
   * Whether it answers, and what time it has. As the guard's own commands do, it writes, and names several keys, which
   * may be on their way to another server.
   */
  async function askRedis(): Promise<void> {
    const keys = [1, 2].map((number) => `{show:${deps.keysOf}}:asked:${number}`);
    heardTime(await redis.tellGuards(keys.length, ...keys, 0, TOMBSTONE_MS, "", ""));
  }

  function doubtNotes(): void {
    notesDoubtedUntilMs = performance.now() + NOTES_DOUBTED_MS;
  }

  function removeGuards({ showId, buyer, token, seats }: Attempt): void {
    const whose = ownerOf(buyer, token);
    for (const seat of seats) tell({ what: "ended", showId, seat, order: 0, whose });
  }

  function endSale(attempt: Attempt): void {
    if (attempt.key === undefined) return;
    tell({ what: "sale-over", showId: attempt.showId, sale: nameOfSale(attempt) });
  }

  function flushAcquiring(): void {
    const waiting = acquiring;
    acquiring = [];
    for (const part of inParts(waiting)) void acquireAll(part);
  }

  async function acquireAll(waiting: Waiting[]): Promise<void> {
    const keys: string[] = [];
    const args: (string | number)[] = [deps.guardTtlMs, SALE_UNDER_WAY_MS, LONG_UNDER_WAY_MS];
    for (const { attempt } of waiting) {
      const { showId, buyer, token, seats, key } = attempt;
      keys.push(salesUnderWayKey(showId));
      for (const seat of seats) keys.push(keyOf(showId, seat));
      args.push(buyer, ownerOf(buyer, token), seats.length, key === undefined ? "" : nameOfSale(attempt));
    }
    const askedAtMs = performance.now();
    try {
      const [redisNowMs, longUnderWay, ...answers] = await breaker.run(() =>
        redis.acquireGuards(keys.length, ...keys, ...args),
      );
      heardTime(redisNowMs);
      metrics.acquireSeconds.observe((performance.now() - askedAtMs) / 1000);
      const asked = { askedAtMs, underWay: longUnderWay.length > 0 ? new Set(longUnderWay) : undefined };
      for (const [at, { attempt, resolve }] of waiting.entries()) {
        const answer = answers[at];
        if (Array.isArray(answer)) {
          metrics.refused.inc();
          const [underWay, ...blockers] = answer;
          const seats = refusals.remember(attempt, blockers, asked);
          deps.onRefusedAsTaken?.(attempt.showId, takenOf(attempt, blockers));
          resolve({ state: "refused", seats, mayRepeat: underWay === 1 || mayBeUnderWay(attempt) });
        } else {
          metrics.acquired.inc();
          // Whoever stood there is gone: what was remembered would refuse this attempt's own double.
          for (const seat of attempt.seats) refusals.forget(attempt.showId, seat);
          resolve(answer === 0 ? { state: "guarded", mayRepeat: true } : { state: "guarded" });
        }
      }
    } catch {
      metrics.errors.inc(waiting.length);
      // These go on without a note: a repetition that is refused here may be one of a sale under way.
      doubtNotes();
      for (const { attempt, resolve } of waiting) {
        // Redis may carry it out yet, when the attempt is over and nobody would remove what it has set.
        removeGuards(attempt);
        resolve({ state: "absent" });
      }
    }
  }

  function isAskedFor(attempt: Attempt): boolean {
    return attempt.key !== undefined && askedFor.has(nameOfSale(attempt));
  }

  function countAsked(attempt: Attempt, by: 1 | -1): void {
    if (attempt.key === undefined) return;
    const name = nameOfSale(attempt);
    const count = (askedFor.get(name) ?? 0) + by;
    if (count > 0) askedFor.set(name, count);
    else askedFor.delete(name);
  }

  function mayBeUnderWay(attempt: Attempt): boolean {
    return attempt.key !== undefined && performance.now() < notesDoubtedUntilMs;
  }

  function heardTime(redisNowMs: number): void {
    clockOffsetMs = redisNowMs - performance.now();
  }

  /** Telling is not waited for: it is late or lost at worst, and then a guard ends by its TTL. */
  function tell(news: News): void {
    if (news.what !== "sale-over") refusals.forget(news.showId, news.seat);
    if (breaker.isOpen()) {
      keepUnsent([news]);
      return;
    }
    if (telling.length === 0) setImmediate(flushTelling);
    telling.push(news);
  }

  function flushTelling(): void {
    const news = telling;
    telling = [];
    for (const part of inParts(news)) void tellAll(part);
  }

  async function tellAll(news: News[]): Promise<void> {
    try {
      await breaker.run(async () => {
        if (clockOffsetMs === undefined) await askRedis();
        const offsetMs = clockOffsetMs ?? 0;
        const keys: string[] = [];
        const args: (string | number)[] = [];
        const salesOf: string[] = [];
        const salesOver: string[] = [];
        for (const one of news) {
          if (one.what === "sale-over") {
            salesOf.push(salesUnderWayKey(one.showId));
            salesOver.push(one.sale);
            continue;
          }
          keys.push(keyOf(one.showId, one.seat));
          const isTaken = one.what === "taken";
          args.push(
            one.what,
            one.order,
            one.whose,
            isTaken ? Math.floor(one.endsAtMs + offsetMs) : 0,
            isTaken ? Math.floor(one.sentAtMs + NEWS_VALID_MS + offsetMs) : 0,
          );
        }
        const count = keys.length;
        keys.push(...salesOf);
        await redis.tellGuards(keys.length, ...keys, count, TOMBSTONE_MS, ...args, ...salesOver);
      });
      deps.onRemoved(news.filter(isRemoval));
    } catch {
      metrics.errors.inc();
      keepUnsent(news);
    }
  }

  /** A guard that could not be set is set again by whoever Postgres refuses; one not removed refuses buyers. */
  function keepUnsent(news: News[]): void {
    if (unsent.length >= UNSENT_AT_MOST) return;
    unsent.push(...news.filter(({ what }) => what !== "taken"));
  }

  function sendUnsent(): void {
    const news = unsent;
    unsent = [];
    for (const one of news) tell(one);
  }
}

/** Of what stood in an attempt's way, as places and values, the seats whose guards speak of a grant. */
function takenOf({ seats }: Attempt, blockers: (number | string)[]): number[] {
  return blockers.flatMap((place, at) => {
    const value = blockers[at + 1];
    if (at % 2 === 1 || value === undefined || !isGrant(String(value))) return [];
    return seats[Number(place)] ?? [];
  });
}

function inParts<T>(all: T[]): T[][] {
  if (all.length <= AT_ONCE) return [all];
  return [all.slice(0, AT_ONCE), ...inParts(all.slice(AT_ONCE))];
}

interface Waiting {
  attempt: Attempt;
  resolve: (guarded: Guarded) => void;
}
