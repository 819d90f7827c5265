/**
 * What each strategy promises, and what becomes of it under each fault. server/strategies/strategy-suite.ts runs
 * every cell of this table on real servers; the page shows the same table as what to expect. The cards themselves
 * lie in strategy-cards/, by group.
 */
import type { FaultId } from "./lab-faults";
import type { Localized } from "./language";
import { consensusCards } from "./strategy-cards/consensus-cards";
import { databaseCards } from "./strategy-cards/database-cards";
import { exhibitCards } from "./strategy-cards/exhibit-cards";
import { productCards } from "./strategy-cards/product-cards";
import { queueCards } from "./strategy-cards/queue-cards";
import { redisCards } from "./strategy-cards/redis-cards";

export const STRATEGY_IDS = [
  "naive",
  "row-lock",
  "conditional-update",
  "advisory-lock",
  "lock-table",
  "redis-lock-article",
  "redis-lock",
  "redisson",
  "redlock",
  "fenced-lock",
  "etcd",
  "etcd-fenced",
  "zookeeper",
  "zookeeper-fenced",
  "queue",
  "rabbitmq",
  "last-seat",
  "process-lock",
  "advisory-lock-session",
  "redis-lock-get-del",
  "redis-lock-wait",
  "redlock-package",
  "fence-in-process",
] as const;
export type StrategyId = (typeof STRATEGY_IDS)[number];

/** By where the lock lives; the exhibits are mistakes on purpose, each with its twin among the others. */
export const STRATEGY_GROUPS = [
  { id: "database", title: { en: "In the database", vi: "Trong cơ sở dữ liệu" } },
  { id: "redis", title: { en: "In Redis", vi: "Trong Redis" } },
  {
    id: "consensus",
    title: { en: "In servers that vote", vi: "Trong các máy chủ bỏ phiếu" },
  },
  { id: "queue", title: { en: "One after another", vi: "Lần lượt từng người" } },
  { id: "product", title: { en: "This product", vi: "Sản phẩm này" } },
  { id: "exhibit", title: { en: "Exhibits: mistakes on purpose", vi: "Trưng bày: sai có chủ ý" } },
] as const satisfies readonly { id: string; title: Localized }[];
export type StrategyGroup = (typeof STRATEGY_GROUPS)[number]["id"];

/** Servers that a strategy may need beyond Postgres and Redis. They are used where they are installed. */
export const LAB_SERVERS = ["etcd", "zookeeper", "rabbitmq"] as const;
export type LabServer = (typeof LAB_SERVERS)[number];
/** With faketime, the clocks of servers can be moved. */
export type LabProgram = LabServer | "faketime";

/** By the ledger: the seat was sold exactly once, more than once, or to nobody although it was free. */
export type Verdict = "sold-once" | "sold-many" | "sold-none";

export interface StrategyCard {
  id: StrategyId;
  group: StrategyGroup;
  title: Localized;
  /** One line: what it promises. */
  promise: Localized;
  /** What to look for in its source and its runs. */
  notes: Localized[];
  sourcePath: string;
  /** Needed besides Postgres and Redis. */
  server?: LabServer;
  /** The verdict of a burst without a fault, in several processes and with more buyers than connections. */
  expected: Verdict;
  /** The faults that apply to it, with the verdict of each. */
  faults: Partial<Record<FaultId, Verdict>>;
  game: {
    breakable: boolean;
    /** Shown to whoever gives up: how it is broken, or why it cannot be. */
    why: Localized;
    /** Moves that sell the seat twice. */
    winningMoves?: string;
  };
}

export const STRATEGIES: readonly StrategyCard[] = [
  ...databaseCards,
  ...redisCards,
  ...consensusCards,
  ...queueCards,
  ...productCards,
  ...exhibitCards,
];

export function strategyCard(id: StrategyId): StrategyCard {
  const card = STRATEGIES.find((strategy) => strategy.id === id);
  if (!card) throw new Error(`There is no strategy ${id}.`);
  return card;
}
