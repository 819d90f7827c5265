/**
 * The Redis lock as the article has it, with one correction: its check looked at the query's result instead
 * of the first row and never fired, so at the pace of its own load test it sold the seat 100 times of 100.
 * Everything else is kept, because each mistake is an exhibit.
 */
import { seatIsBooked, sellSeat } from "./seat-row";
import type { Strategy } from "./strategy";

export const redisLockArticle: Strategy = {
  needs: "redis",

  async book(attempt) {
    const { db, redis, raceId, seat, buyer, lock, step, think } = attempt;
    const key = `lab:${raceId}:lock:${seat}`;

    // Exhibit: the lock's value is the buyer's own id. Anyone can guess it, and one buyer's two tabs share it.
    const got = await step("acquire", async () => {
      if (lock.ttlMs === null) return (await redis.set(key, buyer, "NX")) === "OK";
      return (await redis.set(key, buyer, "PX", lock.ttlMs, "NX")) === "OK";
    });
    if (!got) return "refused";

    try {
      const booked = await step("check", () => seatIsBooked(db, attempt));
      if (booked) return "refused";

      // Exhibit: nothing renews the lock. Work longer than its time to live goes on without it.
      await think();

      await step("write", () => sellSeat(db, attempt));
      return "sold";
    } finally {
      // Exhibit: nobody asks whose lock this is by now.
      await step("release", async () => (await redis.del(key)) === 1);
    }
  },
};
