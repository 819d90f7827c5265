/**
 * A lock with a name of our choosing, kept by Postgres: no Redis, and no row that must exist. Two details
 * make it a lock. The name becomes a number by `hashtextextended`, which is the same in every process (a hash
 * that a process salts at its start is not). And it is the transaction's lock, not the session's: a session
 * outlives the transaction in a connection pool, and would hand its lock to a stranger.
 */
import { seatIsBooked, sellSeat } from "./seat-row";
import type { Strategy } from "./strategy";
import { beginTransaction } from "./transaction";

export const advisoryLock: Strategy = {
  needs: "nothing",

  async book(attempt) {
    const { db, raceId, seat, step, think } = attempt;
    const transaction = await beginTransaction(db);
    try {
      await step("lock", async () => {
        await transaction.query("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [
          `${raceId}/${seat}`,
        ]);
      });
      const booked = await step("check", () => seatIsBooked(transaction, attempt));
      if (booked) return "refused";

      await think();

      await step("write", () => sellSeat(transaction, attempt));
      await step("commit", () => transaction.commit());
      return "sold";
    } finally {
      await transaction.end();
    }
  },
};
