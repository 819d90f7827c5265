/** The strip above the lanes, and what runs down from it: ticks, folds, incidents, the first sale, the gap. */
import type { TimelineScene } from "./draw-timeline";
import { AXIS_HEIGHT, type Geometry, ticks, xOf } from "./geometry";

const TICK_ROW = 9;
const LABEL_ROWS = [24, 39] as const;
const GAP_ROW = LABEL_ROWS[1];
const BADGE_RADIUS = 7.5;
const UNLIT_ALPHA = 0.3;

type Ctx = CanvasRenderingContext2D;
interface Room {
  row: number;
  from: number;
  to: number;
}

export function drawAxis(ctx: Ctx, scene: TimelineScene): void {
  const taken: Room[] = [];
  ctx.textBaseline = "middle";
  drawTicks(ctx, scene);
  drawFolds(ctx, scene);
  drawIncidents(ctx, scene, taken);
  drawFirstSale(ctx, scene, taken);
  drawGapLabel(ctx, scene, taken);
}

function drawTicks(ctx: Ctx, { geometry: g, colours }: TimelineScene): void {
  ctx.font = `11px ${colours.font}`;
  ctx.textAlign = "center";
  for (const ms of ticks(g)) {
    const x = Math.round(xOf(g, ms)) + 0.5;
    if (x < g.gutter - 1) continue;
    const text = formatTick(ms);
    ctx.fillStyle = colours.soft;
    ctx.fillText(text, inside(g, x, ctx.measureText(text).width), TICK_ROW);
    ctx.fillStyle = colours.line;
    ctx.globalAlpha = 0.55;
    ctx.fillRect(x, AXIS_HEIGHT - 4, 1, g.height);
    ctx.globalAlpha = 1;
  }
}

/** Torn paper: here time passed in which nothing happened. */
function drawFolds(ctx: Ctx, { geometry: g, colours }: TimelineScene): void {
  ctx.font = `11px ${colours.font}`;
  ctx.textAlign = "center";
  for (const { fromMs, toMs } of g.scale.folds) {
    const middle = (xOf(g, fromMs) + xOf(g, toMs)) / 2;
    if (middle < g.gutter + 6 || middle > g.width) continue;
    ctx.fillStyle = colours.ground;
    ctx.fillRect(middle - 5, 0, 10, g.height);
    ctx.strokeStyle = colours.soft;
    ctx.lineWidth = 1;
    for (const edge of [middle - 5, middle + 5]) {
      ctx.beginPath();
      for (let y = 0, at = 0; y <= g.height + 6; y += 6, at += 1) ctx.lineTo(edge + (at % 2 ? 2 : -2), y);
      ctx.stroke();
    }
  }
}

function drawIncidents(
  ctx: Ctx,
  { geometry: g, incidents, colours, lit }: TimelineScene,
  taken: Room[],
): void {
  ctx.lineWidth = 1.5;
  ctx.textAlign = "center";
  ctx.globalAlpha = lit && !lit.moment("incidents") ? UNLIT_ALPHA : 1;
  for (const [index, { atMs }] of incidents.entries()) {
    const x = Math.round(xOf(g, Math.max(0, atMs)));
    if (x < g.gutter - 2 || x > g.width) continue;
    ctx.strokeStyle = colours.lamp;
    ctx.setLineDash([5, 4]);
    ctx.beginPath();
    ctx.moveTo(x, LABEL_ROWS[0]);
    ctx.lineTo(x, g.height);
    ctx.stroke();
    ctx.setLineDash([]);
    const last = taken.at(-1);
    const beside = last && x - BADGE_RADIUS < last.to ? last.to + 1 + BADGE_RADIUS : x;
    const centre = inside(g, beside, 2 * BADGE_RADIUS);
    ctx.fillStyle = colours.lamp;
    ctx.beginPath();
    ctx.arc(centre, LABEL_ROWS[0], BADGE_RADIUS, 0, 2 * Math.PI);
    ctx.fill();
    ctx.fillStyle = colours.ground;
    ctx.font = `700 10px ${colours.font}`;
    ctx.fillText(String(index + 1), centre, LABEL_ROWS[0] + 0.5);
    taken.push({ row: LABEL_ROWS[0], from: centre - BADGE_RADIUS, to: centre + BADGE_RADIUS });
  }
  ctx.globalAlpha = 1;
}

function drawFirstSale(ctx: Ctx, scene: TimelineScene, taken: Room[]): void {
  const { geometry: g, colours, words, momentMs, lit } = scene;
  const atMs = scene.analysis.claims[0]?.atMs;
  if (atMs === undefined || (momentMs !== null && atMs > momentMs)) return;
  const x = Math.round(xOf(g, atMs));
  if (x < g.gutter - 2 || x > g.width) return;
  ctx.globalAlpha = lit && !lit.moment("first sale") ? UNLIT_ALPHA : 1;
  ctx.fillStyle = colours.good;
  ctx.font = `600 11px ${colours.font}`;
  const text = words.firstSale(atMs);
  const width = ctx.measureText(text).width;
  const places = LABEL_ROWS.flatMap((row) => [
    { row, from: x + 5, to: x + 5 + width },
    { row, from: x - 5 - width, to: x - 5 },
  ]);
  const place = places.find((room) => fits(g, room, taken));
  ctx.fillRect(x - 1, (place?.row ?? GAP_ROW) - 7, 2, g.height);
  if (place) {
    ctx.textAlign = "left";
    ctx.fillText(text, place.from, place.row);
    taken.push(place);
  }
  ctx.globalAlpha = 1;
}

function drawGapLabel(ctx: Ctx, scene: TimelineScene, taken: Room[]): void {
  const { geometry: g, colours, words } = scene;
  const { window } = scene.analysis;
  if (!window) return;
  const from = Math.max(g.gutter, xOf(g, window.fromMs));
  const to = Math.min(g.width, xOf(g, window.toMs));
  if (to - from < 2) return;
  ctx.fillStyle = colours.bad;
  ctx.fillRect(from, AXIS_HEIGHT - 4, to - from, 3);
  ctx.font = `600 11px ${colours.font}`;
  const width = ctx.measureText(words.gap).width;
  const places = [(from + to) / 2, from + width / 2, to - width / 2].map((centre) => {
    const middle = inside(g, centre, width);
    return { row: GAP_ROW, from: middle - width / 2, to: middle + width / 2 };
  });
  const place = places.find((room) => fits(g, room, taken));
  if (!place) return;
  ctx.textAlign = "left";
  ctx.fillText(words.gap, place.from, GAP_ROW);
}

function fits(g: Geometry, { row, from, to }: Room, taken: readonly Room[]): boolean {
  return (
    from >= g.gutter &&
    to <= g.width - 2 &&
    taken.every((other) => other.row !== row || to + 3 < other.from || from - 3 > other.to)
  );
}

/** The centre nearest to the one wanted at which nothing is cut off. */
function inside(g: Geometry, centre: number, width: number): number {
  return Math.min(g.width - width / 2 - 3, Math.max(g.gutter + width / 2 - 4, centre));
}

function formatTick(ms: number): string {
  return ms >= 1000 && ms % 100 === 0 ? `${ms / 1000} s` : `${Number(ms.toFixed(2))} ms`;
}
