/**
 * A lock with a fencing token, as one of the articles has it: the token is a static counter of the program. Every
 * process counts for itself, so two holders in two processes have the same number, or the older one the higher. The
 * row does what it is told, refuses whatever is older than what it has seen, and lets the sleeper through. The twin,
 * `fenced-lock`, takes the number from the row that checks it.
 */
import { randomUUID } from "node:crypto";
import { RELEASE_IF_OWNER } from "./lock-scripts";
import { seatIsBooked } from "./seat-row";
import type { OpenableStrategy } from "./strategy";
import { waitWithBackoff } from "./wait-with-backoff";

const DEFAULT_TTL_MS = 30_000;

export const fenceInProcess: OpenableStrategy = {
  needs: "redis",

  async open() {
    // Exhibit: nobody but this process knows how far it has counted, and every process begins at one.
    let counter = 0;

    return {
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
            counter += 1;
            return counter;
          });
          const booked = await step("check", () => seatIsBooked(db, attempt));
          if (booked) return "refused";

          await think();

          // The same number may write again: a holder may have more than one thing to write.
          const sold = await step("write", async () => {
            const { rowCount } = await db.query(
              `UPDATE lab_seats SET is_booked = true, booked_by = $3, fence = $4
               WHERE race_id = $1 AND label = $2 AND fence <= $4`,
              [raceId, seat, buyer, fence],
            );
            if (rowCount === 1) await recordSale(db);
            return rowCount === 1;
          });
          return sold ? "sold" : "refused";
        } finally {
          await step("release", async () => {
            const released = await redis.eval(RELEASE_IF_OWNER, 1, key, owner).catch(() => 0);
            return released === 1;
          });
        }
      },
      async close() {},
    };
  },
};
