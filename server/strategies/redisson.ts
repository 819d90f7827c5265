/**
 * A Redis lock as Redisson has it: the owner waits by pub/sub until it is free, and a watchdog renews it for as long
 * as the process runs, so the work may take as long as it takes. redisson-lock.ts has its scripts.
 *
 * The owner is the attempt. In Java it is the thread, and a thread may take its lock twice; here many buyers share
 * one thread, and an owner of that kind would let them all in. As in the original, a watchdog that finds the lock
 * lost stops renewing, and nobody stops the work: a paused holder, or a failover, has two of them at it.
 */
import { randomUUID } from "node:crypto";
import { openRedissonLock, type RedissonLock } from "./redisson-lock";
import { seatIsBooked, sellSeat } from "./seat-row";
import type { Attempt, OpenableStrategy } from "./strategy";

const DEFAULT_TTL_MS = 30_000;

export const redisson: OpenableStrategy = {
  needs: "redis",

  async open({ redis, raceId, seat, lock: { ttlMs } }) {
    const leaseMs = ttlMs ?? DEFAULT_TTL_MS;
    const lock = await openRedissonLock(redis, `lab:${raceId}:lock:${seat}`, leaseMs);

    return {
      async book(attempt) {
        const { db, step, think } = attempt;
        const owner = randomUUID();

        if (!(await takeWithin(attempt, lock, owner))) return "refused";
        const watchdog = setInterval(() => void watch(attempt, lock, owner), leaseMs / 3);
        try {
          const booked = await step("check", () => seatIsBooked(db, attempt));
          if (booked) return "refused";

          await think();

          await step("write", () => sellSeat(db, attempt));
          return "sold";
        } finally {
          clearInterval(watchdog);
          await step("release", () => lock.giveBack(owner).catch(() => false));
        }
      },
      async close() {
        lock.close();
      },
    };
  },
};

/** Asks, sleeps until a release is published or the lock must have lapsed, and asks again. */
async function takeWithin(attempt: Attempt, lock: RedissonLock, owner: string): Promise<boolean> {
  const { step, lock: settings } = attempt;
  const giveUpAt = performance.now() + settings.waitMs;
  for (;;) {
    const leftMs = await step(
      "acquire",
      () => lock.take(owner),
      (leftMs) => leftMs === 0,
    );
    if (leftMs === 0) return true;
    const patienceMs = giveUpAt - performance.now();
    if (patienceMs <= 0) return false;
    await lock.untilFree(Math.min(leftMs, patienceMs));
  }
}

async function watch({ aside }: Attempt, lock: RedissonLock, owner: string): Promise<void> {
  await aside("renew", () => lock.renew(owner).catch(() => false));
}
