/** Waits for something to become true, and says what it was if it does not. */
import { setTimeout as delay } from "node:timers/promises";

const LOOK_EVERY_MS = 10;

/** The first answer of `look` that is neither undefined, null nor false. */
export async function until<T>(
  what: string,
  look: () => T | Promise<T>,
  withinMs = 60_000,
): Promise<Exclude<T, undefined | null | false>> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const seen = await look();
    if (isThere(seen)) return seen;
    if (performance.now() > deadline) throw new Error(`waited in vain until ${what}`);
    await delay(LOOK_EVERY_MS);
  }
}

function isThere<T>(seen: T): seen is Exclude<T, undefined | null | false> {
  return seen !== undefined && seen !== null && seen !== false;
}
