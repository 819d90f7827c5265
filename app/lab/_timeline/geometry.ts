/** Where a lane and a moment are on the canvas, and what lies under a pointer. All in CSS pixels. */
import type { RaceStep } from "#contract/lab";
import type { Lane } from "../_race/lane-book";

/** The strip above the lanes: ticks, incidents, the word for the gap. */
export const AXIS_HEIGHT = 34;
const MIN_LANE_HEIGHT = 4;
const MAX_LANE_HEIGHT = 26;
/** Steps of a fraction of a millisecond are thinner than a pointer is exact. */
const REACH_PX = 5;

export interface View {
  width: number;
  height: number;
  scrollLeft: number;
  scrollTop: number;
}

export interface Geometry extends View {
  gutter: number;
  laneHeight: number;
  laneCount: number;
  spanMs: number;
  pixelsPerMs: number;
}

export function layOut(view: View, laneCount: number, spanMs: number, zoom: number): Geometry {
  const gutter = view.width < 480 ? 40 : 76;
  const plotWidth = Math.max(1, view.width - gutter - 10) * zoom;
  const fitting = (view.height - AXIS_HEIGHT) / Math.max(1, laneCount);
  return {
    ...view,
    gutter,
    laneHeight: Math.min(MAX_LANE_HEIGHT, Math.max(MIN_LANE_HEIGHT, Math.floor(fitting))),
    laneCount,
    spanMs,
    pixelsPerMs: plotWidth / spanMs,
  };
}

/** A few lanes need no tall frame. */
export function tallestNeeded(laneCount: number): number {
  return AXIS_HEIGHT + laneCount * MAX_LANE_HEIGHT + 18;
}

/** What has to be scrolled. */
export function contentSize(g: Geometry): { width: number; height: number } {
  return {
    width: Math.ceil(g.gutter + g.spanMs * g.pixelsPerMs + 10),
    height: Math.ceil(AXIS_HEIGHT + g.laneCount * g.laneHeight),
  };
}

export const xOf = (g: Geometry, ms: number): number => g.gutter + ms * g.pixelsPerMs - g.scrollLeft;
export const yOf = (g: Geometry, row: number): number => AXIS_HEIGHT + row * g.laneHeight - g.scrollTop;
export const msAt = (g: Geometry, x: number): number => (x - g.gutter + g.scrollLeft) / g.pixelsPerMs;

export function rowAt(g: Geometry, y: number): number | undefined {
  if (y < AXIS_HEIGHT) return undefined;
  const row = Math.floor((y - AXIS_HEIGHT + g.scrollTop) / g.laneHeight);
  return row >= 0 && row < g.laneCount ? row : undefined;
}

/** First and one past the last row on the canvas. */
export function visibleRows(g: Geometry): [number, number] {
  const first = Math.max(0, Math.floor(g.scrollTop / g.laneHeight));
  const last = Math.ceil((g.scrollTop + g.height - AXIS_HEIGHT) / g.laneHeight);
  return [first, Math.min(g.laneCount, Math.max(first, last))];
}

/** The step under a place, or the nearest within reach; undefined where the lane is empty. */
export function stepAt(g: Geometry, { steps }: Lane, x: number): number | undefined {
  let best: number | undefined;
  let bestAway = REACH_PX;
  for (const [index, step] of steps.entries()) {
    const away = Math.max(xOf(g, step.startedMs) - x, x - xOf(g, endOf(step, g.spanMs)), 0);
    if (away < bestAway || (away === 0 && bestAway === 0)) {
      best = index;
      bestAway = away;
    }
  }
  return best;
}

export function endOf(step: RaceStep, spanMs: number): number {
  return step.endedMs ?? spanMs;
}

/** Round numbers, about one tick every ninety pixels. */
export function ticks(g: Geometry): number[] {
  const wanted = 90 / g.pixelsPerMs;
  const power = 10 ** Math.floor(Math.log10(wanted));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= wanted) ?? wanted;
  const first = Math.max(0, Math.floor(msAt(g, g.gutter) / step));
  const last = Math.floor(Math.min(g.spanMs, msAt(g, g.width)) / step);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => (first + index) * step);
}
