/**
 * Look whether the seat is free, then write. Between the two lies a gap, and in a burst everybody is in it:
 * all of them have looked before the first of them writes.
 *
 * The code this product began with had `if (!seat.is_booked)` on the query's result instead of its first row.
 * That is always undefined, so its check never fired at all. Here the check is right, and it does not help.
 */
import type { Strategy } from "./strategy";

export const naive: Strategy = {
  needs: "nothing",

  async book({ db, raceId, seat, buyer, step, think, recordSale }) {
    const booked = await step("check", async () => {
      const { rows } = await db.query<{ is_booked: boolean }>(
        "SELECT is_booked FROM lab_seats WHERE race_id = $1 AND label = $2",
        [raceId, seat],
      );
      return rows[0]?.is_booked ?? true;
    });
    if (booked) return "refused";

    await think();

    await step("write", async () => {
      await db.query(
        "UPDATE lab_seats SET is_booked = true, booked_by = $3 WHERE race_id = $1 AND label = $2",
        [raceId, seat, buyer],
      );
      await recordSale(db);
    });
    return "sold";
  },
};
