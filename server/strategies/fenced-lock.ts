/**
 * A Redis lock, and with every grant a number that only grows: the fence. The write carries its number, and
 * the row refuses any but the newest. So the lock may lapse, be lost in a failover or be held by a sleeper:
 * an old holder can no longer write, because the row has seen a newer one. With it the lock is a courtesy
 * that keeps the crowd away from the database, and no longer what safety hangs on.
 *
 * The number comes from the row that checks it. Taken from Redis (INCR) it would begin again at 1 after a
 * loss of data, and the row, having seen 34, would refuse every buyer for ever. Taken from a counter in one
 * process it would say nothing about another process.
 */
import { randomUUID } from "node:crypto";
import { RELEASE_IF_OWNER } from "./lock-scripts";
import { seatIsBooked } from "./seat-row";
import type { Strategy } from "./strategy";
import { waitWithBackoff } from "./wait-with-backoff";

const DEFAULT_TTL_MS = 30_000;

export const fencedLock: Strategy = {
  needs: "redis",

  async book(attempt) {
    const { db, redis, raceId, seat, buyer, lock, step, think, recordSale } = attempt;
    const key = `lab:${raceId}:lock:${seat}`;
    const owner = randomUUID();
    const ttlMs = lock.ttlMs ?? DEFAULT_TTL_MS;

    const got = await waitWithBackoff(attempt, () =>
      step("acquire", async () => (await redis.set(key, owner, "PX", ttlMs, "NX")) === "OK"),
    );
    if (!got) return "refused";

    try {
      const fence = await step("fence", async () => {
        const { rows } = await db.query<{ fence: number }>(
          `UPDATE lab_seats SET fence = fence + 1 WHERE race_id = $1 AND label = $2
           RETURNING fence::integer`,
          [raceId, seat],
        );
        return rows[0]?.fence ?? 0;
      });
      // The look comes after the fence: whoever could still write before us is shut out by now.
      const booked = await step("check", () => seatIsBooked(db, attempt));
      if (booked) return "refused";

      await think();

      const sold = await step("write", async () => {
        const { rowCount } = await db.query(
          `UPDATE lab_seats SET is_booked = true, booked_by = $3
           WHERE race_id = $1 AND label = $2 AND fence = $4`,
          [raceId, seat, buyer, fence],
        );
        if (rowCount === 1) await recordSale(db);
        return rowCount === 1;
      });
      return sold ? "sold" : "refused";
    } finally {
      // Courtesy again: if Redis does not answer, the lock ends with its time to live.
      await step("release", async () => {
        const released = await redis.eval(RELEASE_IF_OWNER, 1, key, owner).catch(() => 0);
        return released === 1;
      });
    }
  },
};
