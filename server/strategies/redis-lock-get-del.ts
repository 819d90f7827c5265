/**
 * The Redis lock with a random owner, and a release that asks whose lock it is, as several articles have it: GET,
 * compare, DEL. Those are two commands, and between them the lock may lapse and be taken by the next: the DEL then
 * deletes theirs, and a third walks in while the second is still at work. The twin, `redis-lock`, asks and deletes
 * in one script.
 */
import { randomUUID } from "node:crypto";
import { seatIsBooked, sellSeat } from "./seat-row";
import type { Strategy } from "./strategy";
import { waitWithBackoff } from "./wait-with-backoff";

const DEFAULT_TTL_MS = 30_000;

export const redisLockGetDel: Strategy = {
  needs: "redis",

  async book(attempt) {
    const { db, redis, raceId, seat, lock, step, think } = attempt;
    const key = `lab:${raceId}:lock:${seat}`;
    const owner = randomUUID();
    const ttlMs = lock.ttlMs ?? DEFAULT_TTL_MS;

    const got = await waitWithBackoff(attempt, () =>
      step("acquire", async () => (await redis.set(key, owner, "PX", ttlMs, "NX")) === "OK"),
    );
    if (!got) return "refused";

    try {
      const booked = await step("check", () => seatIsBooked(db, attempt));
      if (booked) return "refused";

      await think();

      await step("write", () => sellSeat(db, attempt));
      return "sold";
    } finally {
      const mine = await step("ask-owner", async () => (await redis.get(key)) === owner);
      // Exhibit: what was true when Redis answered need not be true when it hears the next command.
      if (mine) await step("release", async () => (await redis.del(key)) === 1);
    }
  },
};
