/**
 * What `lock` and `synchronized` are in other languages: a lock in the memory of one process. In one process it is
 * right, and nothing is faster. With three processes behind a load balancer there are three such locks, each free
 * when its own first buyer comes, and each process sells the seat once.
 */
import { seatIsBooked, sellSeat } from "./seat-row";
import type { Strategy } from "./strategy";

/** The end of the queue for each lock: whoever comes next waits for it. */
const lastInLine = new Map<string, Promise<void>>();

export const processLock: Strategy = {
  needs: "nothing",

  async book(attempt) {
    const { db, raceId, seat, step, think } = attempt;
    const name = `${raceId}/${seat}`;

    let release = () => {};
    await step("acquire", async () => {
      const before = lastInLine.get(name);
      lastInLine.set(name, new Promise((resolve) => (release = resolve)));
      await before;
      return true;
    });
    try {
      const booked = await step("check", () => seatIsBooked(db, attempt));
      if (booked) return "refused";

      await think();

      await step("write", () => sellSeat(db, attempt));
      return "sold";
    } finally {
      await step("release", async () => {
        release();
        return true;
      });
    }
  },
};
