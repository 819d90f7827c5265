/**
 * The same look and the same write, but the look takes the row's lock: whoever looks second waits in Postgres
 * until the first has committed, and then sees the sale. The lock lives in the database, so it works for any
 * number of app servers that share it, and it cannot be forgotten: when a holder dies, its connection ends,
 * and Postgres rolls back and lets go.
 */
import type { Strategy } from "./strategy";
import { beginTransaction } from "./transaction";

export const rowLock: Strategy = {
  needs: "nothing",

  async book({ db, raceId, seat, buyer, step, think, recordSale }) {
    const transaction = await beginTransaction(db);
    try {
      const booked = await step("check", async () => {
        const { rows } = await transaction.query<{ is_booked: boolean }>(
          "SELECT is_booked FROM lab_seats WHERE race_id = $1 AND label = $2 FOR UPDATE",
          [raceId, seat],
        );
        return rows[0]?.is_booked ?? true;
      });
      if (booked) return "refused";

      await think();

      await step("write", async () => {
        await transaction.query(
          "UPDATE lab_seats SET is_booked = true, booked_by = $3 WHERE race_id = $1 AND label = $2",
          [raceId, seat, buyer],
        );
        await recordSale(transaction);
      });
      await step("commit", () => transaction.commit());
      return "sold";
    } finally {
      await transaction.end();
    }
  },
};
