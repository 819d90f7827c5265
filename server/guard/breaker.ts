/**
 * After Redis has failed to answer, attempts do not each wait for their own time-out: they go on without the
 * guard at once, while a ping asks for Redis until it answers again.
 */
import type { Redis } from "ioredis";

const ASK_AGAIN_MS = 100;

export interface Breaker {
  isOpen(): boolean;
  run<T>(command: () => Promise<T>): Promise<T>;
}

/** `onClose` is called when Redis answers again. */
export function createBreaker(redis: Redis, onClose: () => void): Breaker {
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
      if (redis.status === "end") return;
      redis.ping().then(
        () => {
          open = false;
          onClose();
        },
        () => askAgain(),
      );
    }, ASK_AGAIN_MS).unref();
  }
}
