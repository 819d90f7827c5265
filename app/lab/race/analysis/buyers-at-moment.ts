/** The race at one moment: who is in which step, who has looked and not yet written, who believes to own it. */
import type { RaceStep } from "#contract/lab";
import type { Gap } from "./check-write-gaps";
import type { Lane } from "./race-lanes";

interface BuyersAtMoment {
  /** How many buyers are inside each step. */
  inStep: ReadonlyMap<string, number>;
  /** Looked, found it free, and have not begun to write: each of them may be about to sell it again. */
  inGap: number;
  /** The step that was begun last. */
  latest: string | null;
}

export function countBuyersAt(
  lanes: readonly Lane[],
  gaps: ReadonlyMap<number, Gap>,
  atMs: number,
): BuyersAtMoment {
  const inStep = new Map<string, number>();
  let inGap = 0;
  let latest: RaceStep | undefined;
  for (const lane of lanes) {
    const step = lane.steps.find(
      ({ startedMs, endedMs }) => startedMs <= atMs && atMs < (endedMs ?? Infinity),
    );
    if (step) inStep.set(step.name, (inStep.get(step.name) ?? 0) + 1);
    const begun = lane.steps.findLast(({ startedMs }) => startedMs <= atMs);
    if (begun && (!latest || begun.startedMs > latest.startedMs)) latest = begun;
    const gap = gaps.get(lane.lane);
    if ((!step || step.name === "think") && gap && gap.fromMs <= atMs && atMs < (gap.toMs ?? Infinity))
      inGap += 1;
  }
  return { inStep, inGap, latest: latest?.name ?? null };
}
