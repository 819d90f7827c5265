/**
 * Look and write in one statement. Postgres locks the row for the length of the update, and a second update
 * that had to wait looks at the row again before it writes (READ COMMITTED), finds it booked, and changes
 * nothing. There is no lock of ours to hold, to lose or to forget, and nothing to tune.
 */
import type { Strategy } from "./strategy";
import { beginTransaction } from "./transaction";

export const conditionalUpdate: Strategy = {
  needs: "nothing",

  async book({ db, raceId, seat, buyer, step, think, recordSale }) {
    await think();

    // The transaction is there for the ledger alone: the sale and its record commit together.
    const transaction = await beginTransaction(db);
    try {
      const sold = await step("write", async () => {
        const { rowCount } = await transaction.query(
          `UPDATE lab_seats SET is_booked = true, booked_by = $3
           WHERE race_id = $1 AND label = $2 AND NOT is_booked`,
          [raceId, seat, buyer],
        );
        if (rowCount === 1) await recordSale(transaction);
        await transaction.commit();
        return rowCount === 1;
      });
      return sold ? "sold" : "refused";
    } finally {
      await transaction.end();
    }
  },
};
