/**
 * The lock in etcd with its fence: the revision at which the key was created grows with every grant, because every
 * change in etcd has a revision. The row is shown the number before the look and asked for it with the write
 * (fenced-write.ts), so a holder that slept through its lease comes back with a number that is too low.
 */
import { createEtcdClient } from "./etcd-client";
import { takeEtcdLock } from "./etcd-lock";
import { sellIfNewest, showFence } from "./fenced-write";
import { seatIsBooked } from "./seat-row";
import type { OpenableStrategy } from "./strategy";

const DEFAULT_TTL_MS = 30_000;

export const etcdFenced: OpenableStrategy = {
  needs: "etcd",

  async open({ ensemblePorts, raceId, seat, lock: { ttlMs } }) {
    const client = createEtcdClient(ensemblePorts);
    const key = `lab:${raceId}:lock:${seat}`;

    return {
      async book(attempt) {
        const { db, lock: settings, step, aside, think } = attempt;
        const lock = await step(
          "acquire",
          () => takeEtcdLock(client, key, ttlMs ?? DEFAULT_TTL_MS, settings.waitMs),
          (lock) => lock !== undefined,
        );
        if (!lock) return "refused";

        const renewal = setInterval(() => {
          aside("renew", () => lock.renew()).catch(() => {});
        }, lock.ttlMs / 3);
        try {
          const newest = await step(
            "fence",
            () => showFence(attempt, lock.revision),
            () => lock.revision,
          );
          if (!newest) return "refused";
          const booked = await step("check", () => seatIsBooked(db, attempt));
          if (booked) return "refused";

          await think();

          const sold = await step("write", () => sellIfNewest(attempt, lock.revision));
          return sold ? "sold" : "refused";
        } finally {
          clearInterval(renewal);
          await step("release", () => lock.release().catch(() => false));
        }
      },
      async close() {},
    };
  },
};
