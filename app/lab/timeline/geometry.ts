/** Where a lane and a moment are on the canvas, and what lies under a pointer. All in CSS pixels. */
import type { RaceStep } from "#contract/lab";
import type { Lane } from "../race/analysis/race-lanes";
import type { TimeScale } from "./time-scale";

/** The strip above the lanes: ticks, the first sale, the gap. */
export const AXIS_HEIGHT = 50;
/** Below it, where there is a lock. */
export const LOCK_TRACK_HEIGHT = 24;
const MIN_LANE_HEIGHT = 4;
const MAX_LANE_HEIGHT = 26;
/** Right of the last moment: the end mark of whoever was answered then. */
const END_SPACE = 14;
/** Steps of a fraction of a millisecond are thinner than a pointer is exact. */
const REACH_PX = 5;
const TICK_EVERY_PX = 90;
const TICK_LABEL_PX = 56;

interface View {
  width: number;
  height: number;
  scrollLeft: number;
  scrollTop: number;
}

export interface Geometry extends View {
  gutter: number;
  /** Where the lanes begin. */
  top: number;
  laneHeight: number;
  laneCount: number;
  scale: TimeScale;
  plotWidth: number;
}

export interface Shape {
  laneCount: number;
  hasLockTrack: boolean;
  /** As wide as the names in it. */
  gutter: number;
  scale: TimeScale;
  zoom: number;
}

export function layOut(view: View, { laneCount, hasLockTrack, gutter, scale, zoom }: Shape): Geometry {
  const top = topOf(hasLockTrack);
  const fitting = (view.height - top) / Math.max(1, laneCount);
  return {
    ...view,
    gutter,
    top,
    laneHeight: Math.min(MAX_LANE_HEIGHT, Math.max(MIN_LANE_HEIGHT, Math.floor(fitting))),
    laneCount,
    scale,
    plotWidth: Math.max(1, view.width - gutter - END_SPACE) * zoom,
  };
}

/** A few lanes need no tall frame. */
export function tallestNeeded(laneCount: number, hasLockTrack: boolean): number {
  return topOf(hasLockTrack) + laneCount * MAX_LANE_HEIGHT + 18;
}

function topOf(hasLockTrack: boolean): number {
  return AXIS_HEIGHT + (hasLockTrack ? LOCK_TRACK_HEIGHT : 0);
}

/** What has to be scrolled. */
export function contentSize(g: Geometry): { width: number; height: number } {
  return {
    width: Math.ceil(g.gutter + g.plotWidth + END_SPACE),
    height: Math.ceil(g.top + g.laneCount * g.laneHeight),
  };
}

export function xOf(g: Geometry, ms: number): number {
  return g.gutter + g.scale.shareOf(ms) * g.plotWidth - g.scrollLeft;
}

export function yOf(g: Geometry, row: number): number {
  return g.top + row * g.laneHeight - g.scrollTop;
}

export function msAt(g: Geometry, x: number): number {
  return g.scale.msAt((x - g.gutter + g.scrollLeft) / g.plotWidth);
}

export function rowAt(g: Geometry, y: number): number | undefined {
  if (y < AXIS_HEIGHT) return undefined;
  const row = Math.floor((y - g.top + g.scrollTop) / g.laneHeight);
  return row >= 0 && row < g.laneCount ? row : undefined;
}

/** First and one past the last row on the canvas. */
export function visibleRows(g: Geometry): [number, number] {
  const first = Math.max(0, Math.floor(g.scrollTop / g.laneHeight));
  const last = Math.ceil((g.scrollTop + g.height - g.top) / g.laneHeight);
  return [first, Math.min(g.laneCount, Math.max(first, last))];
}

/** The step under a place, or the nearest within reach; undefined where the lane is empty. */
export function stepAt(g: Geometry, { steps }: Lane, x: number): number | undefined {
  let best: number | undefined;
  let bestAway = REACH_PX;
  for (const [index, step] of steps.entries()) {
    const away = Math.max(xOf(g, step.startedMs) - x, x - xOf(g, endOf(step, g.scale.spanMs)), 0);
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

/** Round numbers, about one tick every ninety pixels, and none inside a fold. */
export function ticks(g: Geometry): number[] {
  const { scale } = g;
  const edges = [0, ...scale.folds.flatMap(({ fromMs, toMs }) => [fromMs, toMs]), scale.spanMs];
  const found: number[] = [];
  for (let at = 0; at < edges.length; at += 2) {
    const fromMs = Math.max(edges[at] ?? 0, msAt(g, g.gutter));
    const toMs = Math.min(edges[at + 1] ?? 0, msAt(g, g.width));
    for (const ms of ticksBetween(g, fromMs, toMs)) {
      const last = found.at(-1);
      if (last === undefined || xOf(g, ms) - xOf(g, last) >= TICK_LABEL_PX) found.push(ms);
    }
  }
  return found;
}

function ticksBetween(g: Geometry, fromMs: number, toMs: number): number[] {
  if (toMs <= fromMs) return [];
  const pixelsPerMs = (xOf(g, toMs) - xOf(g, fromMs)) / (toMs - fromMs);
  const wanted = TICK_EVERY_PX / pixelsPerMs;
  const power = 10 ** Math.floor(Math.log10(wanted));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= wanted) ?? wanted;
  const first = Math.ceil(fromMs / step);
  const last = Math.floor(toMs / step);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => (first + index) * step);
}
