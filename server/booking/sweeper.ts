/** Each second: make lapsed holds visible, tell their owners, and now and then prune what nobody needs any more. */
import type { FastifyBaseLogger } from "fastify";
import type pg from "pg";
import type { LoggedChanges } from "#db/queries/log-changes";
import { pruneChanges } from "#db/queries/read-changes";
import { countHolds, sweepLapsed } from "#db/queries/sweep-lapsed";
import type { Metrics } from "#server/ops/metrics";
import { isOutage } from "./outages";

const PRUNE_EVERY_MS = 3_600_000;
const COUNT_EVERY_MS = 10_000;

export interface SweeperDeps {
  pool: pg.Pool;
  sweepMs: number;
  metrics: Metrics;
  log: FastifyBaseLogger;
  publish: (changes: LoggedChanges[]) => void;
  onLapse: (customer: string, holdId: string) => void;
}

export function startSweeper(deps: SweeperDeps): { stop(): Promise<void> } {
  const { pool, metrics } = deps;
  let prunedAtMs = performance.now();
  let countedAtMs = -COUNT_EVERY_MS;
  let stopped = false;
  let running: Promise<void> = Promise.resolve();
  let timer = setTimeout(tick, deps.sweepMs);
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };

  function tick(): void {
    running = sweep()
      .catch((error: unknown) => {
        if (!isOutage(error)) deps.log.error({ error }, "the sweep failed");
      })
      .finally(() => {
        if (!stopped) timer = setTimeout(tick, deps.sweepMs);
      });
  }

  async function sweep(): Promise<void> {
    const { changes, lapsed } = await sweepLapsed(pool);
    deps.publish(changes);
    for (const { customer, holdId } of lapsed) deps.onLapse(customer, holdId);
    metrics.lapses.inc(lapsed.length);
    if (performance.now() - countedAtMs > COUNT_EVERY_MS) {
      countedAtMs = performance.now();
      metrics.holdsActive.set(await countHolds(pool));
    }
    if (performance.now() - prunedAtMs > PRUNE_EVERY_MS) {
      prunedAtMs = performance.now();
      await pruneChanges(pool);
    }
  }
}
