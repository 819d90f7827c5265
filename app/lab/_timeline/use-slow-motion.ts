"use client";

import { useCallback, useEffect, useState } from "react";
import type { Cell } from "../../lib/live/cell";

/** However long a race took, watching it takes about this long. */
const WATCH_MS = 9_000;

/** Moves the moment through a race by itself, from where it stands or from the beginning. */
export function useSlowMotion(
  moment: Cell<number | null>,
  endMs: number,
): { playing: boolean; toggle: () => void; stop: () => void } {
  const [playing, setPlaying] = useState(false);

  useEffect(() => {
    if (!playing) return;
    let last = performance.now();
    let frame = requestAnimationFrame(function tick(now) {
      const next = (moment.get() ?? 0) + ((now - last) / WATCH_MS) * endMs;
      last = now;
      moment.set(next >= endMs ? null : next);
      if (next >= endMs) setPlaying(false);
      else frame = requestAnimationFrame(tick);
    });
    return () => cancelAnimationFrame(frame);
  }, [playing, moment, endMs]);

  const toggle = useCallback(() => setPlaying((was) => !was), []);
  const stop = useCallback(() => setPlaying(false), []);
  return { playing, toggle, stop };
}
