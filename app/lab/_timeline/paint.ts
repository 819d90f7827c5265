/** Draws a race: lanes, steps, gaps, incidents, the moment. Only the lanes in view, so 500 of them stay smooth. */
import type { RaceIncident, RaceStep } from "#contract/lab";
import type { Gap } from "../_race/gaps";
import type { Lane } from "../_race/lane-book";
import { AXIS_HEIGHT, endOf, type Geometry, ticks, visibleRows, xOf, yOf } from "./geometry";
import type { Palette } from "./palette";

export interface Focus {
  lane: number;
  /** Index among the lane's steps; null for the lane as a whole. */
  step: number | null;
}

export interface Scene {
  geometry: Geometry;
  rows: readonly Lane[];
  gaps: ReadonlyMap<number, Gap>;
  incidents: readonly RaceIncident[];
  /** Where the whole crowd was between look and write; null when nobody sold on a stale look. */
  window: { fromMs: number; toMs: number } | null;
  /** Null shows the whole race; otherwise what lies after it is only hinted at. */
  momentMs: number | null;
  focus: Focus | null;
  palette: Palette;
  words: { gap: string };
}

const GHOST = 0.13;
const LABEL_FROM_PX = 11;

export function paint(ctx: CanvasRenderingContext2D, scene: Scene): void {
  const { geometry: g, palette } = scene;
  ctx.fillStyle = palette.ground;
  ctx.fillRect(0, 0, g.width, g.height);
  paintWindow(ctx, scene);
  paintLanes(ctx, scene);
  ctx.fillStyle = palette.ground;
  ctx.fillRect(0, 0, g.width, AXIS_HEIGHT);
  ctx.fillRect(0, 0, g.gutter - 1, g.height);
  paintAxis(ctx, scene);
  paintGutter(ctx, scene);
  paintIncidents(ctx, scene);
  paintMoment(ctx, scene);
}

function paintWindow(ctx: CanvasRenderingContext2D, { geometry: g, window, palette }: Scene): void {
  if (!window) return;
  const from = xOf(g, window.fromMs);
  const to = xOf(g, window.toMs);
  ctx.globalAlpha = 0.4;
  ctx.fillStyle = palette.gap;
  ctx.fillRect(from, AXIS_HEIGHT, Math.max(1, to - from), g.height - AXIS_HEIGHT);
  ctx.globalAlpha = 1;
}

function paintLanes(ctx: CanvasRenderingContext2D, scene: Scene): void {
  const { geometry: g, rows, focus, palette } = scene;
  const [first, last] = visibleRows(g);
  ctx.save();
  ctx.beginPath();
  ctx.rect(g.gutter - 1, AXIS_HEIGHT, g.width, g.height - AXIS_HEIGHT);
  ctx.clip();
  for (let row = first; row < last; row += 1) {
    const lane = rows[row];
    if (!lane) continue;
    const y = yOf(g, row);
    if (focus?.lane === lane.lane) {
      ctx.globalAlpha = 0.12;
      ctx.fillStyle = palette.ink;
      ctx.fillRect(g.gutter, y, g.width, g.laneHeight);
      ctx.globalAlpha = 1;
    }
    paintGap(ctx, scene, lane, y);
    for (const [index, step] of lane.steps.entries()) {
      const focused = focus?.lane === lane.lane && focus.step === index;
      paintStep(ctx, scene, step, y, focused);
    }
  }
  ctx.restore();
}

function paintGap(ctx: CanvasRenderingContext2D, scene: Scene, lane: Lane, y: number): void {
  const { geometry: g, palette, momentMs } = scene;
  const gap = scene.gaps.get(lane.lane);
  if (!gap) return;
  const limit = momentMs ?? g.spanMs;
  const from = xOf(g, gap.fromMs);
  const to = xOf(g, Math.min(gap.toMs ?? endOfLane(lane), limit));
  if (to <= from) return;
  ctx.fillStyle = gap.slippedThrough.length > 0 ? palette.stale : palette.gap;
  ctx.fillRect(from, y, to - from, g.laneHeight - spaceOf(g));
}

function paintStep(
  ctx: CanvasRenderingContext2D,
  scene: Scene,
  step: RaceStep,
  y: number,
  focused: boolean,
): void {
  const { geometry: g, palette, momentMs } = scene;
  const x = xOf(g, step.startedMs);
  const width = Math.max(1.5, xOf(g, endOf(step, g.spanMs)) - x);
  if (x > g.width || x + width < g.gutter) return;
  const height = g.laneHeight - spaceOf(g);
  // Thinking is the quiet part of a lane: thinner, so that the gap behind it is seen.
  const inset = step.name === "think" || step.name === "answer" ? Math.floor(height / 3) : 0;
  const refused = step.found === false && step.name !== "check";
  ctx.fillStyle = step.outcome === "failed" ? palette.bad : palette.step(step.name);
  ctx.globalAlpha =
    momentMs !== null && step.startedMs > momentMs
      ? GHOST
      : refused || step.outcome === "unfinished"
        ? 0.45
        : 1;
  if (momentMs !== null && step.startedMs <= momentMs && endOf(step, g.spanMs) > momentMs) {
    const until = Math.max(1.5, xOf(g, momentMs) - x);
    ctx.fillRect(x, y + inset, until, height - 2 * inset);
    ctx.globalAlpha = GHOST;
    ctx.fillRect(x + until, y + inset, width - until, height - 2 * inset);
  } else {
    ctx.fillRect(x, y + inset, width, height - 2 * inset);
  }
  ctx.globalAlpha = 1;
  if (focused) {
    ctx.strokeStyle = palette.ink;
    ctx.lineWidth = 2;
    ctx.strokeRect(x - 2, y - 2, width + 4, height + 4);
  }
}

function paintAxis(ctx: CanvasRenderingContext2D, scene: Scene): void {
  const { geometry: g, palette, window, words } = scene;
  ctx.font = `11px ${palette.font}`;
  ctx.textBaseline = "middle";
  ctx.textAlign = "center";
  for (const ms of ticks(g)) {
    const x = Math.round(xOf(g, ms)) + 0.5;
    if (x < g.gutter - 1) continue;
    ctx.fillStyle = palette.soft;
    ctx.fillText(formatTick(ms), Math.max(x, g.gutter + 8), 9);
    ctx.fillStyle = palette.line;
    ctx.globalAlpha = 0.55;
    ctx.fillRect(x, AXIS_HEIGHT - 4, 1, g.height);
    ctx.globalAlpha = 1;
  }
  if (!window) return;
  const from = Math.max(g.gutter, xOf(g, window.fromMs));
  const to = Math.min(g.width, xOf(g, window.toMs));
  if (to - from < 2) return;
  ctx.fillStyle = palette.bad;
  ctx.fillRect(from, AXIS_HEIGHT - 5, to - from, 3);
  const label = words.gap;
  const half = ctx.measureText(label).width / 2;
  const middle = Math.min(g.width - half - 4, Math.max(g.gutter + half, (from + to) / 2));
  ctx.font = `600 11px ${palette.font}`;
  ctx.fillText(label, middle, AXIS_HEIGHT - 14);
}

function paintGutter(ctx: CanvasRenderingContext2D, { geometry: g, rows, palette, focus }: Scene): void {
  const [first, last] = visibleRows(g);
  ctx.save();
  ctx.beginPath();
  ctx.rect(0, AXIS_HEIGHT, g.gutter, g.height - AXIS_HEIGHT);
  ctx.clip();
  ctx.textBaseline = "middle";
  ctx.textAlign = "right";
  ctx.font = `${Math.min(12, g.laneHeight - 1)}px ${palette.font}`;
  for (let row = first; row < last; row += 1) {
    const lane = rows[row];
    if (!lane) continue;
    const y = yOf(g, row);
    // Processes are told apart by how far their mark stands out.
    ctx.fillStyle = palette.soft;
    ctx.globalAlpha = 0.75;
    ctx.fillRect(g.gutter - 6 - 3 * (lane.instance % 5), y, 3, g.laneHeight - spaceOf(g));
    ctx.globalAlpha = 1;
    const focused = focus?.lane === lane.lane;
    if (g.laneHeight < LABEL_FROM_PX && !focused) continue;
    ctx.fillStyle = focused ? palette.ink : palette.soft;
    if (focused) ctx.font = `600 11px ${palette.font}`;
    ctx.fillText(shortName(lane.buyer, g.gutter), g.gutter - 22, y + g.laneHeight / 2);
  }
  ctx.restore();
}

function paintIncidents(ctx: CanvasRenderingContext2D, { geometry: g, incidents, palette }: Scene): void {
  ctx.strokeStyle = palette.lamp;
  ctx.fillStyle = palette.lamp;
  ctx.lineWidth = 1.5;
  for (const { atMs } of incidents) {
    const x = Math.round(xOf(g, Math.max(0, atMs)));
    if (x < g.gutter - 2 || x > g.width) continue;
    ctx.setLineDash([5, 4]);
    ctx.beginPath();
    ctx.moveTo(x, AXIS_HEIGHT - 2);
    ctx.lineTo(x, g.height);
    ctx.stroke();
    ctx.setLineDash([]);
    ctx.beginPath();
    ctx.moveTo(x, AXIS_HEIGHT + 5);
    ctx.lineTo(x - 5, AXIS_HEIGHT - 4);
    ctx.lineTo(x + 5, AXIS_HEIGHT - 4);
    ctx.fill();
  }
}

function paintMoment(ctx: CanvasRenderingContext2D, { geometry: g, momentMs, palette }: Scene): void {
  if (momentMs === null) return;
  const x = Math.round(xOf(g, momentMs));
  if (x < g.gutter) return;
  ctx.fillStyle = palette.ink;
  ctx.fillRect(x, 0, 1.5, g.height);
}

function spaceOf({ laneHeight }: Geometry): number {
  return laneHeight >= 14 ? 4 : laneHeight >= 8 ? 2 : 1;
}

function endOfLane({ steps }: Lane): number {
  return steps.reduce((end, step) => Math.max(end, step.endedMs ?? step.startedMs), 0);
}

function shortName(buyer: string, gutter: number): string {
  return gutter < 60 ? buyer.replace(/\D+/g, "") || buyer.slice(0, 3) : buyer;
}

function formatTick(ms: number): string {
  return ms >= 1000 && ms % 100 === 0 ? `${ms / 1000} s` : `${Number(ms.toFixed(2))} ms`;
}
