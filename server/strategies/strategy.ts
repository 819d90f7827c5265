/**
 * What a strategy is: a way to sell one seat to one of many buyers. Every strategy gets the same attempt and
 * marks its steps, and whoever runs it (a race, the scheduler game, the demo show) decides what a mark does:
 * write it down, light its line, or hold the buyer there.
 */
import type { Redis } from "ioredis";
import type pg from "pg";
import type { LabServer } from "#contract/lab-strategies";

export type Strategy = SimpleStrategy | OpenableStrategy;

/** The servers of the lab a strategy needs besides Postgres. */
export type Needs = "nothing" | "redis" | "redis-with-replica" | "redlock" | LabServer;

export interface SimpleStrategy {
  needs: Needs;
  book(attempt: Attempt): Promise<Answer>;
}

/** A strategy that is opened once in every instance and keeps something running there, such as the queue's writer. */
export interface OpenableStrategy {
  needs: Needs;
  open(context: RaceContext): Promise<OpenStrategy>;
}

export interface OpenStrategy {
  book(attempt: Attempt): Promise<Answer>;
  close(): Promise<void>;
}

/** Contention is a value; an exception means that something broke. */
export type Answer = "sold" | "refused";

export interface Attempt {
  raceId: string;
  seat: string;
  buyer: string;
  /** Which attempt of the race this is. */
  lane: number;
  /** This instance's own pool. */
  db: pg.Pool;
  /** The lab's Redis, and the five nodes of Redlock. */
  redis: Redis;
  redlockNodes: Redis[];
  lock: LockSettings;
  /** From 0 to 1, following from the race's seed. */
  random(): number;
  /** Marks a step: it is timed, what it found is kept, and the buyer may be held before it. */
  step: MarkStep;
  /** Marks what happens beside the steps, such as a renewal: timed, never held. */
  aside: MarkStep;
  /** What a buyer does between looking and buying. Throws when the buyer's card is declined. */
  think(): Promise<void>;
  /** Writes the sale into the lab's ledger: book-keeping of the lab, not part of the strategy. */
  recordSale(db: Queryable): Promise<void>;
}

export type Queryable = Pick<pg.Pool | pg.PoolClient, "query">;

/** Where an opened strategy works: one seat of one race, in one instance, on behalf of any buyer. */
export interface RaceContext
  extends Pick<Attempt, "raceId" | "seat" | "db" | "redis" | "redlockNodes" | "lock"> {
  instance: number;
  /** Of etcd, ZooKeeper or RabbitMQ, node by node. */
  ensemblePorts: number[];
  onBehalfOf(buyer: string, lane: number): Pick<Attempt, "step" | "think" | "recordSale">;
}

/** `describe` puts what the work found into a word; without it a text, a number or a yes or no speaks for itself. */
export type MarkStep = <T>(
  name: string,
  work: () => Promise<T>,
  describe?: (found: T) => Finding,
) => Promise<T>;
export type Finding = string | number | boolean | null;

export interface LockSettings {
  /** Null is the first anti-pattern: a lock that never dies. */
  ttlMs: number | null;
  waitMs: number;
  /** The first pause of a waiter and the longest. Zero is the fourth anti-pattern: asking without mercy. */
  firstPauseMs: number;
  longestPauseMs: number;
}
