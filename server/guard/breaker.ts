/**
 * After Redis has failed to answer, attempts do not each wait for their own time-out: they go on without the
 * guard at once, while Redis is asked again and again until it answers.
 */
import type { RedisClient } from "#server/redis/connect-redis";

const ASK_AGAIN_MS = 100;

export interface Breaker {
  isOpen(): boolean;
  run<T>(command: () => Promise<T>): Promise<T>;
}

/** `onClose` is called when `ask` is answered again. */
export function createBreaker(redis: RedisClient, ask: () => Promise<void>, onClose: () => void): Breaker {
  let open = false;
  return {
    isOpen: () => open,
    async run(command) {
      try {
        return await command();
      } catch (error) {
        if (!open) {
          open = true;
          askAgain();
        }
        throw error;
      }
    },
  };

  function askAgain(): void {
    setTimeout(() => {
      // Closed; or not for good, see connect-after-end.ts.
      if (redis.status === "end") {
        redis.once("ready", askAgain);
        return;
      }
      ask().then(
        () => {
          open = false;
          onClose();
        },
        () => askAgain(),
      );
    }, ASK_AGAIN_MS).unref();
  }
}
