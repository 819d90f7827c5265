import { useEffect, useState } from "react";
import type { Hold } from "#contract/outcomes";
import type { ServerClock } from "./server-clock";

/** From here on a countdown asks for attention. */
export const HOLD_WARNING_MS = 30_000;
/** Seconds left at which a screen reader hears of it. */
export const SPOKEN_SECONDS_LEFT = [60, 30, 10];

/**
 * The time left of a hold on the server's clock, renewed as each whole second passes; and in all, from when the
 * hold was made or last extended.
 */
export function useHoldCountdown(
  clock: ServerClock,
  { expiresAt }: Hold,
): { leftMs: number; totalMs: number } {
  const leftMs = useRemainingMs(clock, expiresAt);
  const [full, setFull] = useState({ expiresAt, totalMs: leftMs });
  if (full.expiresAt !== expiresAt) setFull({ expiresAt, totalMs: leftMs });
  return { leftMs, totalMs: Math.max(full.totalMs, leftMs) };
}

/** "1:05": whole seconds, rounded up, so that 0:00 means over. */
export function countdownText(remainingMs: number): string {
  const seconds = Math.ceil(remainingMs / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

function useRemainingMs(clock: ServerClock, expiresAt: number): number {
  const [, tick] = useState(0);
  const remainingMs = clock.remainingMs(expiresAt) ?? 0;
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const next = () => {
      const leftMs = clock.remainingMs(expiresAt) ?? 0;
      tick((count) => count + 1);
      if (leftMs > 0) timer = setTimeout(next, (leftMs % 1000) + 5);
    };
    const leftMs = clock.remainingMs(expiresAt) ?? 0;
    timer = setTimeout(next, (leftMs % 1000) + 5);
    return () => clearTimeout(timer);
  }, [clock, expiresAt]);
  return remainingMs;
}
