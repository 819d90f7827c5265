/** The race at one moment: who is in which step, who has looked and not yet written, who believes to own it. */
import type { Gap } from "./gaps";
import type { Lane } from "./lane-book";

export interface Moment {
  /** How many buyers are inside each step. */
  inStep: ReadonlyMap<string, number>;
  /** Looked, found it free, and have not begun to write: each of them may be about to sell it again. */
  inGap: number;
}

export function momentAt(lanes: readonly Lane[], gaps: ReadonlyMap<number, Gap>, atMs: number): Moment {
  const inStep = new Map<string, number>();
  let inGap = 0;
  for (const lane of lanes) {
    const step = lane.steps.find(
      ({ startedMs, endedMs }) => startedMs <= atMs && atMs < (endedMs ?? Infinity),
    );
    if (step) inStep.set(step.name, (inStep.get(step.name) ?? 0) + 1);
    const gap = gaps.get(lane.lane);
    if ((!step || step.name === "think") && gap && gap.fromMs <= atMs && atMs < (gap.toMs ?? Infinity))
      inGap += 1;
  }
  return { inStep, inGap };
}
