import type { StrategyId } from "#contract/lab-strategies";
import { advisoryLock } from "./advisory-lock";
import { advisoryLockSession } from "./advisory-lock-session";
import { conditionalUpdate } from "./conditional-update";
import { etcd } from "./etcd";
import { etcdFenced } from "./etcd-fenced";
import { fenceInProcess } from "./fence-in-process";
import { fencedLock } from "./fenced-lock";
import { lastSeat } from "./last-seat";
import { lockTable } from "./lock-table";
import { naive } from "./naive";
import { processLock } from "./process-lock";
import { queue } from "./queue";
import { rabbitmq } from "./rabbitmq";
import { redisLock } from "./redis-lock";
import { redisLockArticle } from "./redis-lock-article";
import { redisLockGetDel } from "./redis-lock-get-del";
import { redisLockWait } from "./redis-lock-wait";
import { redisson } from "./redisson";
import { redlock } from "./redlock";
import { redlockPackage } from "./redlock-package";
import { rowLock } from "./row-lock";
import type { Attempt, OpenStrategy, RaceContext, Strategy } from "./strategy";
import { zookeeper } from "./zookeeper";
import { zookeeperFenced } from "./zookeeper-fenced";

export const STRATEGY_IMPLEMENTATIONS: Record<StrategyId, Strategy> = {
  naive,
  "row-lock": rowLock,
  "conditional-update": conditionalUpdate,
  "advisory-lock": advisoryLock,
  "lock-table": lockTable,
  "redis-lock-article": redisLockArticle,
  "redis-lock": redisLock,
  redisson,
  redlock,
  "fenced-lock": fencedLock,
  etcd,
  "etcd-fenced": etcdFenced,
  zookeeper,
  "zookeeper-fenced": zookeeperFenced,
  queue,
  rabbitmq,
  "last-seat": lastSeat,
  "process-lock": processLock,
  "advisory-lock-session": advisoryLockSession,
  "redis-lock-get-del": redisLockGetDel,
  "redis-lock-wait": redisLockWait,
  "redlock-package": redlockPackage,
  "fence-in-process": fenceInProcess,
};

/** One that keeps nothing running has nothing to open. */
export async function openStrategy(strategy: Strategy, context: RaceContext): Promise<OpenStrategy> {
  if ("open" in strategy) return strategy.open(context);
  return { book: (attempt: Attempt) => strategy.book(attempt), close: async () => {} };
}
