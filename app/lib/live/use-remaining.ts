import { useEffect, useState } from "react";
import type { ServerClock } from "./server-clock";

/** Milliseconds until a moment on the server's clock, renewed as each whole second passes. */
export function useRemaining(clock: ServerClock, expiresAt: number): number {
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
