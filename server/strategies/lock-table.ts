/**
 * A lock without another server: a row in a table of locks, with its owner and its end. Taking it is one statement,
 * which succeeds if there is no such row or its time is over; the database's clock decides, so that no two machines
 * need to agree on the time. Libraries for scheduled jobs work like this.
 *
 * It has a time to live, and with it the weakness of every such lock: whoever outlives it goes on without it. A row
 * lock in the same database ends with its holder's connection and needs no time to live at all.
 */
import { randomUUID } from "node:crypto";
import { seatIsBooked, sellSeat } from "./seat-row";
import type { Strategy } from "./strategy";
import { waitWithBackoff } from "./wait-with-backoff";

const DEFAULT_TTL_MS = 30_000;

export const lockTable: Strategy = {
  needs: "nothing",

  async book(attempt) {
    const { db, raceId, seat, lock, step, think } = attempt;
    const name = `lab:${raceId}:lock:${seat}`;
    const owner = randomUUID();

    const got = await waitWithBackoff(attempt, () =>
      step("acquire", async () => {
        const { rowCount } = await db.query(
          `INSERT INTO lab_locks AS held (name, owner, expires_at)
           VALUES ($1, $2, clock_timestamp() + $3 * interval '1 millisecond')
           ON CONFLICT (name) DO UPDATE SET owner = excluded.owner, expires_at = excluded.expires_at
           WHERE held.expires_at < clock_timestamp()`,
          [name, owner, lock.ttlMs ?? DEFAULT_TTL_MS],
        );
        return rowCount === 1;
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
      await step("release", async () => {
        const { rowCount } = await db.query("DELETE FROM lab_locks WHERE name = $1 AND owner = $2", [
          name,
          owner,
        ]);
        return rowCount === 1;
      });
    }
  },
};
