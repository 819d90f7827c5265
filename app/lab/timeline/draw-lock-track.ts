/** Who held the lock: a track above the lanes. A hold that ended otherwise than by its holder says how. */
import type { LockSpan } from "../race/analysis/lock-spans";
import type { TimelineScene } from "./draw-timeline";
import { AXIS_HEIGHT, LOCK_TRACK_HEIGHT, xOf } from "./geometry";
import { nameInGutter } from "./gutter";

const BAR_HEIGHT = 16;
const UNLIT_ALPHA = 0.3;

export function drawLockTrack(ctx: CanvasRenderingContext2D, scene: TimelineScene): void {
  const { geometry: g, analysis, colours, words, lit } = scene;
  if (analysis.locks.length === 0) return;
  const middle = AXIS_HEIGHT + LOCK_TRACK_HEIGHT / 2;
  ctx.textBaseline = "middle";
  ctx.textAlign = "right";
  ctx.font = `600 12px ${colours.font}`;
  ctx.fillStyle = colours.ink;
  ctx.fillText(words.lock, g.gutter - 8, middle);
  ctx.fillStyle = colours.line;
  ctx.fillRect(0, AXIS_HEIGHT + LOCK_TRACK_HEIGHT - 1, g.width, 1);
  ctx.save();
  ctx.beginPath();
  ctx.rect(g.gutter - 1, AXIS_HEIGHT, g.width, LOCK_TRACK_HEIGHT);
  ctx.clip();
  ctx.globalAlpha = lit && !lit.moment("lock") ? UNLIT_ALPHA : 1;
  for (const [index, span] of analysis.locks.entries()) drawSpan(ctx, scene, span, analysis.locks[index + 1]);
  ctx.restore();
}

function drawSpan(
  ctx: CanvasRenderingContext2D,
  { geometry: g, colours, momentMs, words }: TimelineScene,
  { buyer, fromMs, toMs, ended }: LockSpan,
  next: LockSpan | undefined,
): void {
  const untilMs = Math.min(toMs ?? g.scale.spanMs, momentMs ?? Infinity);
  if (untilMs < fromMs) return;
  const from = Math.max(g.gutter, xOf(g, fromMs));
  const to = xOf(g, untilMs);
  const top = AXIS_HEIGHT + (LOCK_TRACK_HEIGHT - BAR_HEIGHT) / 2;
  const middle = top + BAR_HEIGHT / 2;
  ctx.fillStyle = colours.step("acquire");
  ctx.fillRect(from, top, Math.max(1.5, to - from), BAR_HEIGHT);
  ctx.textAlign = "left";
  ctx.font = `600 11px ${colours.font}`;
  const name = nameInGutter(buyer, g.width);
  if (ctx.measureText(name).width + 8 < to - from) {
    ctx.fillStyle = colours.onStep;
    ctx.fillText(name, from + 4, middle);
  }
  if (ended === null || ended === "released" || untilMs !== toMs) return;
  ctx.fillStyle = colours.bad;
  ctx.fillRect(to - 1, top - 2, 3, BAR_HEIGHT + 4);
  const room = (next ? xOf(g, next.fromMs) : g.width) - to;
  const text = words.lockEnd[ended];
  if (ctx.measureText(text).width + 10 < room) ctx.fillText(text, to + 5, middle);
}
