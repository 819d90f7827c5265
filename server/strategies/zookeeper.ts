/**
 * A lock in ZooKeeper: three servers that agree by majority, and a node that ends with its owner's session.
 * zookeeper-lock.ts has the recipe. The client is careful: it stops when its session may have expired.
 *
 * Three servers agree on who has the lock. They do not agree with a process that sleeps: it wakes between its last
 * look and its write, and writes, while the lock is somebody else's. That is what `zookeeper-fenced` is for.
 */
import { seatIsBooked, sellSeat } from "./seat-row";
import type { OpenableStrategy } from "./strategy";
import { takeZooKeeperLock } from "./zookeeper-lock";
import { openZooKeeper } from "./zookeeper-session";

const DEFAULT_TTL_MS = 30_000;

export const zookeeper: OpenableStrategy = {
  needs: "zookeeper",

  async open({ ensemblePorts, raceId, seat, lock: { ttlMs } }) {
    const session = await openZooKeeper(ensemblePorts, ttlMs ?? DEFAULT_TTL_MS);
    const key = `lab:${raceId}:lock:${seat}`;

    return {
      async book(attempt) {
        const { db, lock: settings, step, think } = attempt;
        const lock = await step(
          "acquire",
          () => takeZooKeeperLock(session, key, settings.waitMs),
          (lock) => lock !== undefined,
        );
        if (!lock) return "refused";

        try {
          const booked = await step("check", () => seatIsBooked(db, attempt));
          if (booked) return "refused";

          await think();

          // As late as one can look, and still too early for a pause that falls after this line.
          if (session.lost()) return "refused";
          await step("write", () => sellSeat(db, attempt));
          return "sold";
        } finally {
          await step("release", () => lock.release().catch(() => false));
        }
      },
      async close() {
        session.close();
      },
    };
  },
};
