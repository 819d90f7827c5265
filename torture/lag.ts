/**
 * How far this process itself is behind: on a machine that is busy with other things everyone waits for a core, the
 * judge too, and what is late then is not the product's fault.
 */
const BEAT_MS = 20;

export interface Lag {
  /** Milliseconds by which this process was late, summed up so far. */
  totalMs(): number;
  stop(): void;
}

export function watchLag(): Lag {
  let total = 0;
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    total += Math.max(0, now - last - BEAT_MS);
    last = now;
  }, BEAT_MS);
  return { totalMs: () => total, stop: () => clearInterval(timer) };
}
