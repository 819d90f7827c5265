/** A race read as a whole: who claims the seat, who was in the gap, and what that comes to. */

import { type Claim, claimsOf, type Gap, gapsOf } from "./gaps";
import type { Lane, LaneBook } from "./lane-book";

export interface Reading {
  lanes: readonly Lane[];
  claims: readonly Claim[];
  gaps: ReadonlyMap<number, Gap>;
  endMs: number;
  /** From the first look to the last write on a stale one. */
  window: { fromMs: number; toMs: number } | null;
  /** Buyers who had seen the seat free before the first sale. */
  lookedBeforeFirstSale: number;
  staleWrites: number;
}

export function readRace(book: LaneBook): Reading {
  const { lanes, endMs } = book;
  const claims = claimsOf(lanes);
  const gaps = gapsOf(lanes, claims);
  const stale = [...gaps.values()].filter(({ slippedThrough }) => slippedThrough.length > 0);
  const firstSaleMs = claims[0]?.atMs ?? Infinity;
  return {
    lanes,
    claims,
    gaps,
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
