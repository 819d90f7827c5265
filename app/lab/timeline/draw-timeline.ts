/** Draws a race: lanes, steps, gaps, ends. Only the lanes in view, so 500 of them stay smooth. */
import type { BuyerAnswer, RaceIncident, RaceStep } from "#contract/lab";
import type { RaceAnalysis } from "../race/analysis/race-analysis";
import type { Lane } from "../race/analysis/race-lanes";
import { drawAxis } from "./draw-axis";
import { drawLockTrack } from "./draw-lock-track";
import { drawEndMark, endMarkOf, endOfLane } from "./end-marks";
import { endOf, type Geometry, visibleRows, xOf, yOf } from "./geometry";
import { nameInGutter } from "./gutter";
import type { Lit } from "./spotlight";
import type { TimelineColours } from "./timeline-colours";

export interface TimelineFocus {
  lane: number;
  /** Index among the lane's steps; null for the lane as a whole. */
  step: number | null;
}

export interface TimelineScene {
  geometry: Geometry;
  rows: readonly Lane[];
  analysis: RaceAnalysis;
  /** Null until the race is over. */
  answers: readonly BuyerAnswer[] | null;
  incidents: readonly RaceIncident[];
  /** Null shows the whole race; otherwise what lies after it is only hinted at. */
  momentMs: number | null;
  focus: TimelineFocus | null;
  /** Everything else steps back. */
  lit: Lit | null;
  colours: TimelineColours;
  words: TimelineWords;
}

export interface TimelineWords {
  gap: string;
  firstSale: (atMs: number) => string;
  lock: string;
  lockEnd: { lapsed: string; another: string; lost: string };
}

const FUTURE_ALPHA = 0.13;
const UNLIT_ALPHA = 0.16;
const LABEL_FROM_PX = 11;
/** A step that never came back is as long as its mark needs. */
const UNFINISHED_PX = 10;

export function drawTimeline(ctx: CanvasRenderingContext2D, scene: TimelineScene): void {
  const { geometry: g, colours } = scene;
  ctx.fillStyle = colours.ground;
  ctx.fillRect(0, 0, g.width, g.height);
  drawWindow(ctx, scene);
  drawLanes(ctx, scene);
  ctx.fillStyle = colours.ground;
  ctx.fillRect(0, 0, g.width, g.top);
  ctx.fillRect(0, 0, g.gutter - 1, g.height);
  drawGutter(ctx, scene);
  drawLockTrack(ctx, scene);
  drawAxis(ctx, scene);
  drawMoment(ctx, scene);
}

function drawWindow(
  ctx: CanvasRenderingContext2D,
  { geometry: g, analysis: { window }, colours }: TimelineScene,
): void {
  if (!window) return;
  const from = xOf(g, window.fromMs);
  const to = xOf(g, window.toMs);
  ctx.globalAlpha = 0.4;
  ctx.fillStyle = colours.gap;
  ctx.fillRect(from, g.top, Math.max(1, to - from), g.height - g.top);
  ctx.globalAlpha = 1;
}

function drawLanes(ctx: CanvasRenderingContext2D, scene: TimelineScene): void {
  const { geometry: g, rows, focus, colours } = scene;
  const [first, last] = visibleRows(g);
  ctx.save();
  ctx.beginPath();
  ctx.rect(g.gutter - 1, g.top, g.width, g.height - g.top);
  ctx.clip();
  for (let row = first; row < last; row += 1) {
    const lane = rows[row];
    if (!lane) continue;
    const y = yOf(g, row);
    if (focus?.lane === lane.lane) {
      ctx.globalAlpha = 0.12;
      ctx.fillStyle = colours.ink;
      ctx.fillRect(g.gutter, y, g.width, g.laneHeight);
      ctx.globalAlpha = 1;
    }
    drawGap(ctx, scene, lane, y);
    for (const [index, step] of lane.steps.entries()) {
      drawStep(ctx, scene, lane, step, y);
      if (focus?.lane === lane.lane && focus.step === index) outlineStep(ctx, scene, step, y);
    }
    drawEnd(ctx, scene, lane, y);
  }
  ctx.restore();
}

function drawGap(ctx: CanvasRenderingContext2D, scene: TimelineScene, lane: Lane, y: number): void {
  const { geometry: g, colours, momentMs, lit } = scene;
  const gap = scene.analysis.gaps.get(lane.lane);
  if (!gap) return;
  const limit = momentMs ?? g.scale.spanMs;
  const from = xOf(g, gap.fromMs);
  const to = xOf(g, Math.min(gap.toMs ?? endOfLane(lane), limit));
  if (to <= from) return;
  ctx.globalAlpha = lit && !lit.lane(lane) ? UNLIT_ALPHA : 1;
  ctx.fillStyle = gap.salesInGap.length > 0 ? colours.stale : colours.gap;
  ctx.fillRect(from, y, to - from, g.laneHeight - spaceOf(g));
  ctx.globalAlpha = 1;
}

function drawStep(
  ctx: CanvasRenderingContext2D,
  scene: TimelineScene,
  lane: Lane,
  step: RaceStep,
  y: number,
): void {
  const { geometry: g, colours, momentMs, lit } = scene;
  const { x, width, height, inset } = boxOf(g, step);
  if (x > g.width || x + width < g.gutter) return;
  const refused = step.found === false && step.name !== "check";
  const whole = refused || step.outcome === "unfinished" ? 0.45 : 1;
  ctx.fillStyle = step.outcome === "failed" ? colours.bad : colours.step(step.name);
  ctx.globalAlpha = lit && !lit.step(lane, step) ? UNLIT_ALPHA : whole;
  if (momentMs === null || (step.endedMs !== null && step.endedMs <= momentMs)) {
    ctx.fillRect(x, y + inset, width, height - 2 * inset);
  } else {
    const until = step.startedMs > momentMs ? 0 : Math.max(1.5, xOf(g, momentMs) - x);
    ctx.fillRect(x, y + inset, until, height - 2 * inset);
    ctx.globalAlpha = FUTURE_ALPHA;
    ctx.fillRect(x + until, y + inset, width - until, height - 2 * inset);
  }
  ctx.globalAlpha = 1;
  // In forced colours a block is told from its neighbour by its edge as well.
  if (colours.outlined && width > 4) {
    ctx.strokeStyle = colours.ink;
    ctx.lineWidth = 1;
    ctx.strokeRect(x + 0.5, y + inset + 0.5, width - 1, height - 2 * inset - 1);
  }
}

function outlineStep(ctx: CanvasRenderingContext2D, scene: TimelineScene, step: RaceStep, y: number): void {
  const { x, width, height } = boxOf(scene.geometry, step);
  ctx.strokeStyle = scene.colours.ink;
  ctx.lineWidth = 2;
  ctx.strokeRect(x - 2, y - 2, width + 4, height + 4);
}

function boxOf(g: Geometry, step: RaceStep) {
  const x = xOf(g, step.startedMs);
  const width = step.endedMs === null ? UNFINISHED_PX : xOf(g, endOf(step, g.scale.spanMs)) - x;
  const height = g.laneHeight - spaceOf(g);
  // Thinking is the quiet part of a lane: thinner, so that the gap behind it is seen.
  const quiet = step.name === "think" || step.name === "answer";
  return { x, width: Math.max(1.5, width), height, inset: quiet ? Math.floor(height / 3) : 0 };
}

function drawEnd(ctx: CanvasRenderingContext2D, scene: TimelineScene, lane: Lane, y: number): void {
  const { geometry: g, answers, analysis, momentMs, lit, colours } = scene;
  const endMs = endOfLane(lane);
  if (!answers || (momentMs !== null && endMs > momentMs)) return;
  const mark = endMarkOf(lane, answers, analysis.claims);
  const height = g.laneHeight - spaceOf(g);
  const radius = Math.max(2, Math.min(5.5, height / 2));
  const after = mark === "died" ? UNFINISHED_PX : 0;
  ctx.globalAlpha = lit && !lit.lane(lane) ? UNLIT_ALPHA : 1;
  drawEndMark(ctx, mark, { x: xOf(g, endMs) + after + radius + 2, y: y + height / 2, radius }, colours);
  ctx.globalAlpha = 1;
}

function drawGutter(
  ctx: CanvasRenderingContext2D,
  { geometry: g, rows, colours, focus, lit }: TimelineScene,
): void {
  const [first, last] = visibleRows(g);
  ctx.save();
  ctx.beginPath();
  ctx.rect(0, g.top, g.gutter, g.height - g.top);
  ctx.clip();
  ctx.textBaseline = "middle";
  ctx.textAlign = "right";
  for (let row = first; row < last; row += 1) {
    const lane = rows[row];
    if (!lane) continue;
    const focused = focus?.lane === lane.lane;
    if (g.laneHeight < LABEL_FROM_PX && !focused) continue;
    const size = Math.max(11, Math.min(12, g.laneHeight - 1));
    ctx.font = `${focused ? 600 : 400} ${size}px ${colours.font}`;
    ctx.fillStyle = focused || lit?.lane(lane) ? colours.ink : colours.soft;
    ctx.globalAlpha = lit && !lit.lane(lane) ? 0.5 : 1;
    ctx.fillText(nameInGutter(lane.buyer, g.width), g.gutter - 8, yOf(g, row) + g.laneHeight / 2);
  }
  ctx.restore();
}

function drawMoment(ctx: CanvasRenderingContext2D, { geometry: g, momentMs, colours }: TimelineScene): void {
  if (momentMs === null) return;
  const x = Math.round(xOf(g, momentMs));
  if (x < g.gutter) return;
  ctx.fillStyle = colours.ink;
  ctx.fillRect(x, 0, 1.5, g.height);
}

function spaceOf({ laneHeight }: Geometry): number {
  return laneHeight >= 14 ? 4 : laneHeight >= 8 ? 2 : 1;
}
