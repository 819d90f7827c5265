import type { Lane } from "../_race/lane-book";

export const ORDERS = ["time", "instance", "number"] as const;
export type Order = (typeof ORDERS)[number];

/** The rows of the timeline. `time`: whose first step ended first. */
export function orderLanes(lanes: readonly Lane[], order: Order): readonly Lane[] {
  if (order === "number") return lanes;
  return lanes.toSorted((a, b) =>
    order === "instance" ? a.instance - b.instance || a.lane - b.lane : firstEnd(a) - firstEnd(b),
  );
}

function firstEnd({ steps: [first] }: Lane): number {
  return first ? (first.endedMs ?? Infinity) : Infinity;
}
