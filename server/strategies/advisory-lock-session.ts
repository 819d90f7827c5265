/**
 * The advisory lock as it is found in articles: `pg_advisory_lock` and `pg_advisory_unlock` through the pool. That is
 * the session's lock, and a session is a connection. The pool gives the connection, lock and all, to whoever asks
 * next: for them the lock is already theirs, and they walk in. The unlock may go to yet another connection, which
 * has nothing to unlock; then the lock stays where it is until the connection ends.
 *
 * With one buyer at a time the pool always gives out the same connection, and it works: no test on one's own machine
 * finds it. With more buyers than connections it lets everyone in. The twin, `advisory-lock`, ends with its transaction.
 */
import { seatIsBooked, sellSeat } from "./seat-row";
import type { Strategy } from "./strategy";

export const advisoryLockSession: Strategy = {
  needs: "nothing",

  async book(attempt) {
    const { db, raceId, seat, step, think } = attempt;
    const name = `${raceId}/${seat}`;

    // Exhibit: each of these statements takes whichever connection is idle.
    await step("lock", async () => {
      await db.query("SELECT pg_advisory_lock(hashtextextended($1, 0))", [name]);
    });
    try {
      const booked = await step("check", () => seatIsBooked(db, attempt));
      if (booked) return "refused";

      await think();

      await step("write", () => sellSeat(db, attempt));
      return "sold";
    } finally {
      await step("release", async () => {
        const { rows } = await db.query<{ unlocked: boolean }>(
          "SELECT pg_advisory_unlock(hashtextextended($1, 0)) AS unlocked",
          [name],
        );
        return rows[0]?.unlocked ?? false;
      });
    }
  },
};
