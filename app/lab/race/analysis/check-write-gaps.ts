/**
 * The gap between look and write, and who slipped through it. A look is a `check` that found the seat free, a
 * claim is a `write` that went through; a sale by anyone else between the two means that the look was stale
 * and the seat was sold over somebody's head.
 */
import type { RaceStep } from "#contract/lab";
import type { Lane } from "./race-lanes";

/** A buyer who believes to own the seat. The ledger has the last word; this is what the steps say so far. */
export interface Claim {
  lane: number;
  buyer: string;
  instance: number;
  atMs: number;
}

export interface Gap {
  lane: number;
  lookedMs: number;
  fromMs: number;
  /** Null while the buyer has not written yet, or never did. */
  toMs: number | null;
  /** Others who sold the seat after this buyer began to look and before it had written. */
  salesInGap: readonly Claim[];
}

function claimOf({ lane, buyer, steps }: Lane): Claim | undefined {
  const write = steps.find(isSale);
  if (!write || write.endedMs === null || steps.some(isLostCommit)) return undefined;
  return { lane, buyer, instance: write.instance, atMs: write.endedMs };
}

/** First claim first. */
export function claimsOf(lanes: readonly Lane[]): Claim[] {
  return lanes.flatMap((lane) => claimOf(lane) ?? []).sort((a, b) => a.atMs - b.atMs);
}

export function gapsOf(lanes: readonly Lane[], claims: readonly Claim[]): Map<number, Gap> {
  const gaps = new Map<number, Gap>();
  const sellers = new Set(claims.map(({ lane }) => lane));
  for (const lane of lanes) {
    const write = lane.steps.find(({ name }) => name === "write");
    const look = lane.steps.findLast(
      (step) => foundFree(step) && (!write || step.startedMs <= write.startedMs),
    );
    if (!look || look.endedMs === null) continue;
    const toMs = write?.endedMs ?? null;
    gaps.set(lane.lane, {
      lane: lane.lane,
      lookedMs: look.startedMs,
      fromMs: look.endedMs,
      toMs,
      salesInGap:
        sellers.has(lane.lane) && toMs !== null ? between(claims, look.startedMs, toMs, lane.lane) : [],
    });
  }
  return gaps;
}

function foundFree({ name, outcome, found }: RaceStep): boolean {
  return name === "check" && outcome === "done" && (found === false || found === "");
}

function isSale({ name, outcome, found }: RaceStep): boolean {
  return name === "write" && outcome === "done" && (found === null || found === true || found === "booked");
}

function isLostCommit({ name, outcome }: RaceStep): boolean {
  return name === "commit" && outcome !== "done";
}

function between(claims: readonly Claim[], fromMs: number, toMs: number, exceptLane: number): Claim[] {
  return claims.filter(({ lane, atMs }) => lane !== exceptLane && atMs > fromMs && atMs < toMs);
}
