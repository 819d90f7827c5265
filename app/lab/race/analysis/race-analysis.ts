/** A race read as a whole: who claims the seat, who held the lock, who was in the gap, and what that comes to. */
import type { StrategyId } from "#contract/lab-strategies";
import { type Claim, claimsOf, type Gap, gapsOf } from "./check-write-gaps";
import { type LockSpan, lockSpansOf } from "./lock-spans";
import type { Lane, RaceLanes } from "./race-lanes";

export interface RaceAnalysis {
  lanes: readonly Lane[];
  claims: readonly Claim[];
  gaps: ReadonlyMap<number, Gap>;
  /** First hold first; none where there is no lock. */
  locks: readonly LockSpan[];
  endMs: number;
  /** From the first look to the last write on a stale one. */
  window: { fromMs: number; toMs: number } | null;
  /** Buyers who had seen the seat free before the first sale. */
  lookedBeforeFirstSale: number;
  staleWrites: number;
}

export function analyseRace(
  strategy: StrategyId,
  raceLanes: RaceLanes,
  lockTtlMs: number | null,
): RaceAnalysis {
  const { lanes, endMs } = raceLanes;
  const claims = claimsOf(lanes);
  const gaps = gapsOf(lanes, claims);
  const stale = [...gaps.values()].filter(({ salesInGap }) => salesInGap.length > 0);
  const firstSaleMs = claims[0]?.atMs ?? Infinity;
  return {
    lanes,
    claims,
    gaps,
    locks: lockSpansOf(strategy, lanes, lockTtlMs, endMs),
    endMs,
    window:
      stale.length === 0
        ? null
        : {
            fromMs: Math.min(...[...gaps.values()].map(({ fromMs }) => fromMs)),
            toMs: Math.max(...stale.map(({ toMs }) => toMs ?? 0)),
          },
    lookedBeforeFirstSale: [...gaps.values()].filter(({ lookedMs }) => lookedMs < firstSaleMs).length,
    staleWrites: stale.length,
  };
}
