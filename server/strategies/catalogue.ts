import type { StrategyId } from "#contract/lab-strategies";
import { advisoryLock } from "./advisory-lock";
import { conditionalUpdate } from "./conditional-update";
import { fencedLock } from "./fenced-lock";
import { lastSeat } from "./last-seat";
import { naive } from "./naive";
import { queue } from "./queue";
import { redisLock } from "./redis-lock";
import { redisLockArticle } from "./redis-lock-article";
import { redlock } from "./redlock";
import { rowLock } from "./row-lock";
import type { Attempt, Counter, Place, Strategy } from "./strategy";

export const STRATEGY_CODE: Record<StrategyId, Strategy> = {
  naive,
  "row-lock": rowLock,
  "conditional-update": conditionalUpdate,
  "advisory-lock": advisoryLock,
  "redis-lock-article": redisLockArticle,
  "redis-lock": redisLock,
  redlock,
  "fenced-lock": fencedLock,
  queue,
  "last-seat": lastSeat,
};

/** Opens a strategy's counter; one that keeps nothing running has nothing to open. */
export async function openCounter(strategy: Strategy, place: Place): Promise<Counter> {
  if ("open" in strategy) return strategy.open(place);
  return { book: (attempt: Attempt) => strategy.book(attempt), close: async () => {} };
}
