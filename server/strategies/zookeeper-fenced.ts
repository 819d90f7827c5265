/**
 * The lock in ZooKeeper with its fence: `czxid`, the transaction that created the contender's node, grows with every
 * grant. The row is shown the number before the look and asked for it with the write (fenced-write.ts), so a holder
 * that slept through its session comes back with a number that is too low.
 */
import { sellIfNewest, showFence } from "./fenced-write";
import { seatIsBooked } from "./seat-row";
import type { OpenableStrategy } from "./strategy";
import { takeZooKeeperLock } from "./zookeeper-lock";
import { openZooKeeper } from "./zookeeper-session";

const DEFAULT_TTL_MS = 30_000;

export const zookeeperFenced: OpenableStrategy = {
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
          const newest = await step(
            "fence",
            () => showFence(attempt, lock.czxid),
            () => lock.czxid,
          );
          if (!newest) return "refused";
          const booked = await step("check", () => seatIsBooked(db, attempt));
          if (booked) return "refused";

          await think();

          const sold = await step("write", () => sellIfNewest(attempt, lock.czxid));
          return sold ? "sold" : "refused";
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
