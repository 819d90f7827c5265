/**
 * Asks until it gets a yes or its time is up. Each pause is twice the one before, up to a longest, and up to
 * half as long again by chance, so that a hundred who were refused together do not come back together.
 */
import { setTimeout as delay } from "node:timers/promises";
import type { Attempt } from "./strategy";

export async function waitWithBackoff(
  { lock, random }: Pick<Attempt, "lock" | "random">,
  ask: () => Promise<boolean>,
): Promise<boolean> {
  const giveUpAt = performance.now() + lock.waitMs;
  let pauseMs = lock.firstPauseMs;
  while (!(await ask())) {
    if (performance.now() + pauseMs > giveUpAt) return false;
    await delay(pauseMs * (1 + random() / 2));
    pauseMs = Math.min(pauseMs * 2, lock.longestPauseMs);
  }
  return true;
}
