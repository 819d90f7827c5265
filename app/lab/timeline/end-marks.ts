/** How a lane ended, told apart by shape as well as by colour. */
import type { BuyerAnswer, RaceStep } from "#contract/lab";
import type { Claim } from "../race/analysis/check-write-gaps";
import type { Lane } from "../race/analysis/race-lanes";
import type { TimelineColours } from "./timeline-colours";

export const END_MARKS = ["sold", "again", "refused", "error", "died"] as const;
/** `again`: told that the seat is theirs after it had been sold to someone else. */
export type EndMark = (typeof END_MARKS)[number];

export function endMarkOf(
  { lane }: Lane,
  answers: readonly BuyerAnswer[],
  claims: readonly Claim[],
): EndMark {
  const answer = answers[lane] ?? "unanswered";
  if (answer === "unanswered") return "died";
  const claimed = claims.findIndex((claim) => claim.lane === lane);
  return answer === "sold" && claimed > 0 ? "again" : answer;
}

/** When a lane was over: the end of its last step, or the beginning of the one that never came back. */
export function endOfLane({ steps }: Lane): number {
  return steps.reduce((end, step) => Math.max(end, endSeen(step)), 0);
}

function endSeen({ startedMs, endedMs }: RaceStep): number {
  return endedMs ?? startedMs;
}

/** Shapes in a square from -1 to 1, the same on the canvas and in the legend. */
export const END_MARK_SHAPES: Record<
  EndMark,
  { path: string; filled: boolean; colour: "good" | "bad" | "soft" | "ink" }
> = {
  sold: { path: "M-.8 0a.8.8 0 1 0 1.6 0a.8.8 0 1 0-1.6 0", filled: true, colour: "good" },
  again: { path: "M0-1L1 0L0 1L-1 0Z", filled: true, colour: "bad" },
  refused: { path: "M-.7 0a.7.7 0 1 0 1.4 0a.7.7 0 1 0-1.4 0", filled: false, colour: "soft" },
  error: { path: "M0-.8L.9.8H-.9Z", filled: false, colour: "bad" },
  died: { path: "M-.8-.8L.8.8M.8-.8L-.8.8", filled: false, colour: "ink" },
};

export function drawEndMark(
  ctx: CanvasRenderingContext2D,
  mark: EndMark,
  { x, y, radius }: { x: number; y: number; radius: number },
  colours: TimelineColours,
): void {
  const { path, filled, colour } = END_MARK_SHAPES[mark];
  ctx.save();
  ctx.translate(x, y);
  ctx.scale(radius, radius);
  ctx.fillStyle = colours[colour];
  ctx.strokeStyle = colours[colour];
  ctx.lineWidth = 1.8 / radius;
  const shape = new Path2D(path);
  if (filled) ctx.fill(shape);
  else ctx.stroke(shape);
  ctx.restore();
}
