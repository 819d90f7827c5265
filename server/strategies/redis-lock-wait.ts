/**
 * The Redis lock, believed only when a replica has it too: SET, then `WAIT 1`, which answers how many replicas have
 * acknowledged. It is what a large library chose after giving up Redlock, and it narrows the gap of a failover.
 *
 * It does not close it. WAIT counts replicas, it does not choose the one that takes over: if that is another, the lock
 * is gone, and the replica that had it becomes the new primary's copy and forgets it. And with no replica to ask,
 * nobody gets the lock.
 */
import { randomUUID } from "node:crypto";
import { RELEASE_IF_OWNER } from "./lock-scripts";
import { seatIsBooked, sellSeat } from "./seat-row";
import type { Strategy } from "./strategy";
import { waitWithBackoff } from "./wait-with-backoff";

const DEFAULT_TTL_MS = 30_000;
const REPLICAS = 1;
const ACKNOWLEDGE_WITHIN_MS = 50;

export const redisLockWait: Strategy = {
  needs: "redis-with-replica",

  async book(attempt) {
    const { db, redis, raceId, seat, lock, step, think } = attempt;
    const key = `lab:${raceId}:lock:${seat}`;
    const owner = randomUUID();
    const ttlMs = lock.ttlMs ?? DEFAULT_TTL_MS;
    const release = () => redis.eval(RELEASE_IF_OWNER, 1, key, owner);

    const got = await waitWithBackoff(attempt, () =>
      step("acquire", async () => {
        if ((await redis.set(key, owner, "PX", ttlMs, "NX")) !== "OK") return false;
        // Exhibit: one replica has the lock. It need not be the one that will be primary.
        if ((await redis.wait(REPLICAS, ACKNOWLEDGE_WITHIN_MS)) >= REPLICAS) return true;
        await release();
        return false;
      }),
    );
    if (!got) return "refused";

    try {
      const booked = await step("check", () => seatIsBooked(db, attempt));
      if (booked) return "refused";

      await think();

      await step("write", () => sellSeat(db, attempt));
      return "sold";
    } finally {
      await step("release", async () => (await release().catch(() => 0)) === 1);
    }
  },
};
