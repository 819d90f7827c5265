import type { Lane } from "../race/analysis/race-lanes";

export const LANE_ORDERS = ["time", "instance", "number"] as const;
export type LaneOrder = (typeof LANE_ORDERS)[number];

/** The rows of the timeline. `time`: whose first step ended first. */
export function orderLanes(lanes: readonly Lane[], order: LaneOrder): readonly Lane[] {
  if (order === "number") return lanes;
  return lanes.toSorted((a, b) =>
    order === "instance" ? a.instance - b.instance || a.lane - b.lane : firstEnd(a) - firstEnd(b),
  );
}

function firstEnd({ steps: [first] }: Lane): number {
  return first ? (first.endedMs ?? Infinity) : Infinity;
}
