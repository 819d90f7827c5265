/** Each second: make lapsed holds visible and tell their owners; now and then, prune what nobody needs any more. */
import type { FastifyBaseLogger } from "fastify";
import type pg from "pg";
import type { DatabaseClock } from "#db/database-clock";
import { isOutage } from "#db/outages";
import { countHolds } from "#db/queries/count-holds";
import { prune } from "#db/queries/prune";
import {
  findShowsDue,
  LAPSE_HOLDS,
  type LapsedHold,
  type LapseRow,
  readLapsed,
} from "#db/transitions/lapse-holds";
import { type LoggedChanges, readChanges } from "#db/transitions/log-changes";
import type { Metrics } from "#server/ops/metrics";
import { askShow, askShows } from "./ask-shows";

/** Shows found in one round, and how many share a statement: 500 of them take 0.3 s so, and 1.2 s by themselves. */
const SHOWS_PER_ROUND = 1_000;
const SHOWS_PER_STATEMENT = 50;
const STATEMENTS_AT_ONCE = 2;
/** Shows that are waited for at once. */
const WAITED_FOR_AT_ONCE = 2;
const PRUNING = { everyMs: 60_000, rows: 5_000 };
const COUNT_EVERY_MS = 10_000;

export interface SweeperDeps {
  /** For background work. */
  pool: pg.Pool;
  clock: DatabaseClock;
  sweepMs: number;
  metrics: Metrics;
  log: FastifyBaseLogger;
  publish: (changes: LoggedChanges[]) => void;
  onLapse: (showId: string, lapsed: LapsedHold) => void;
  /** How often, and how many rows at a time. */
  pruning?: { everyMs: number; rows: number };
}

export function startSweeper(deps: SweeperDeps): { stop(): Promise<void> } {
  const { pool, metrics, pruning = PRUNING } = deps;
  let prunedAtMs = performance.now();
  let countedAtMs = -COUNT_EVERY_MS;
  let stopped = false;
  let running: Promise<void> = Promise.resolve();
  let timer = setTimeout(tick, deps.sweepMs);
  /** Shows that someone else had when they were found due; those in `waiting` nobody waits for yet. */
  const busy = new Set<string>();
  const waiting: string[] = [];
  const waits = new Set<Promise<void>>();
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
      await Promise.all(waits);
    },
  };

  function tick(): void {
    running = sweep()
      .catch(report)
      .finally(() => {
        if (!stopped) timer = setTimeout(tick, deps.sweepMs);
      });
  }

  function report(error: unknown): void {
    if (!isOutage(error)) deps.log.error({ error }, "the sweep failed");
  }

  async function sweep(): Promise<void> {
    await lapseDue();
    if (performance.now() - countedAtMs > COUNT_EVERY_MS) {
      countedAtMs = performance.now();
      metrics.holdsActive.set(await countHolds(pool));
    }
    if (performance.now() - prunedAtMs > pruning.everyMs) {
      const { changes, keys } = await prune(pool, pruning.rows);
      // There may be more: then the next round goes on.
      if (changes < pruning.rows && keys < pruning.rows) prunedAtMs = performance.now();
    }
  }

  async function lapseDue(): Promise<void> {
    const found = await findShowsDue(pool, SHOWS_PER_ROUND);
    const due = found.filter((showId) => !busy.has(showId));
    const lapseNext = async () => {
      while (due.length > 0 && !stopped) await lapseTogether(due.splice(0, SHOWS_PER_STATEMENT));
    };
    const rounds = Array.from({ length: STATEMENTS_AT_ONCE }, lapseNext);
    for (const round of await Promise.allSettled(rounds)) if (round.status === "rejected") throw round.reason;
  }

  async function lapseTogether(showIds: string[]): Promise<void> {
    const wanted = showIds.map((showId) => ({ showId, columns: { skip_busy: true } }));
    const asked = await askShows<LapseRow>(deps, LAPSE_HOLDS, wanted);
    for (const [at, showId] of showIds.entries()) {
      const answer = asked[at];
      if (answer instanceof Error) report(answer);
      else if (answer?.row.skipped) waitFor(showId);
      else if (answer) tell(showId, answer.row);
    }
  }

  /** A show that cannot be had is waited for beside the rounds. */
  function waitFor(showId: string): void {
    busy.add(showId);
    waiting.push(showId);
    if (waits.size >= WAITED_FOR_AT_ONCE) return;
    const wait = lapseWaiting().finally(() => waits.delete(wait));
    waits.add(wait);
  }

  async function lapseWaiting(): Promise<void> {
    for (let showId = waiting.shift(); showId !== undefined && !stopped; showId = waiting.shift()) {
      await lapse(showId).catch(report);
      busy.delete(showId);
    }
  }

  async function lapse(showId: string): Promise<void> {
    const { row } = await askShow<LapseRow>(deps, LAPSE_HOLDS, showId, { skip_busy: false });
    tell(showId, row);
  }

  function tell(showId: string, row: LapseRow): void {
    deps.publish(readChanges(showId, row, "available"));
    const lapsed = readLapsed(row);
    for (const hold of lapsed) deps.onLapse(showId, hold);
    metrics.lapses.inc(lapsed.length);
  }
}
