/**
 * Nobody waits longer for an answer than was promised, however many statements it takes. What is late goes on without
 * its asker. One look at all of them now and then costs less than a timer for each.
 */
import { PostgresUnavailable } from "#db/outages";

/** What a buyer is promised. */
const ANSWER_WITHIN_MS = 5_000;
const LOOK_FOR_LATE_EVERY_MS = 100;

interface Waiting {
  lateAtMs: number;
  reject: (error: unknown) => void;
}

export function createTimeLimit(): <T>(work: Promise<T>) => Promise<T> {
  const waiting = new Set<Waiting>();
  let looking: NodeJS.Timeout | undefined;
  return (work) =>
    new Promise((resolve, reject) => {
      const entry: Waiting = { lateAtMs: performance.now() + ANSWER_WITHIN_MS, reject };
      waiting.add(entry);
      looking ??= setInterval(giveUpLate, LOOK_FOR_LATE_EVERY_MS);
      work.then(
        (answer) => {
          waiting.delete(entry);
          resolve(answer);
        },
        (error: unknown) => {
          waiting.delete(entry);
          reject(error);
        },
      );
    });

  /** They were added in the order in which they will be late. */
  function giveUpLate(): void {
    const nowMs = performance.now();
    for (const entry of waiting) {
      if (entry.lateAtMs > nowMs) return;
      waiting.delete(entry);
      // Two turns later: after a stall the queue looks in the next, and knows more of what became of it.
      setImmediate(() => setImmediate(() => entry.reject(new PostgresUnavailable(true))));
    }
    clearInterval(looking);
    looking = undefined;
  }
}
