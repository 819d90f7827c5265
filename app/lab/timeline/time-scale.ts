/**
 * Where a moment lies between the beginning and the end of a race, as a share of the picture. In a race in which most
 * of the time nothing happens, because a lock has to lapse, the silences are folded: the story fills the picture.
 */
export interface TimeScale {
  spanMs: number;
  /** Silences that take little room. */
  folds: readonly { fromMs: number; toMs: number }[];
  shareOf(ms: number): number;
  msAt(share: number): number;
}

/** A silence is worth folding from this share of the race on, if all of them together are at least half of it. */
const SILENCE_SHARE = 0.08;
const FOLDED_FROM_SHARE = 0.5;
/** What a fold takes of the picture. */
const FOLD_WIDTH = 0.05;
/** A little of each silence is left on both sides. */
const MARGIN_SHARE = 0.01;

export function linearScale(spanMs: number): TimeScale {
  return { spanMs, folds: [], shareOf: (ms) => ms / spanMs, msAt: (share) => share * spanMs };
}

/** `moments`: whenever something began, ended or was done. */
export function foldedScale(moments: readonly number[], spanMs: number): TimeScale {
  const folds = silencesOf(moments, spanMs);
  const foldedMs = folds.reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, 0);
  if (foldedMs < FOLDED_FROM_SHARE * spanMs) return linearScale(spanMs);
  const sharePerMs = (1 - folds.length * FOLD_WIDTH) / (spanMs - foldedMs);
  const corners: { ms: number; share: number }[] = [{ ms: 0, share: 0 }];
  for (const { fromMs, toMs } of folds) {
    const before = corners.at(-1) ?? { ms: 0, share: 0 };
    const share = before.share + (fromMs - before.ms) * sharePerMs;
    corners.push({ ms: fromMs, share }, { ms: toMs, share: share + FOLD_WIDTH });
  }
  corners.push({ ms: spanMs, share: 1 });
  return {
    spanMs,
    folds,
    shareOf: (ms) => between(corners, ms, "ms", "share"),
    msAt: (share) => between(corners, share, "share", "ms"),
  };
}

function silencesOf(moments: readonly number[], spanMs: number): { fromMs: number; toMs: number }[] {
  const sorted = [0, ...moments].sort((a, b) => a - b);
  const margin = MARGIN_SHARE * spanMs;
  return sorted.flatMap((fromMs, index) => {
    const toMs = sorted[index + 1] ?? fromMs;
    return toMs - fromMs > SILENCE_SHARE * spanMs ? [{ fromMs: fromMs + margin, toMs: toMs - margin }] : [];
  });
}

type Corner = Record<"ms" | "share", number>;

/** Beyond the last corner as between the last two. */
function between(corners: readonly Corner[], value: number, from: keyof Corner, to: keyof Corner): number {
  const found = corners.findIndex((corner, index) => index > 0 && value <= corner[from]);
  const right = found > 0 ? found : corners.length - 1;
  const a = corners[right - 1];
  const b = corners[right];
  if (!a || !b) return value;
  return a[to] + ((value - a[from]) / (b[from] - a[from])) * (b[to] - a[to]);
}
