/**
 * A lock in etcd: three nodes that agree by majority, so that no failover can forget it. etcd-lock.ts has the recipe.
 * The client is careful: it renews its lease, and stops when it has not heard of a renewal for as long as the lease
 * lives.
 *
 * Three nodes agree on who has the lock. They do not agree with a process that sleeps: it wakes between its last look
 * and its write, and writes, while the lock is somebody else's. That is what `etcd-fenced` is for.
 */
import { createEtcdClient } from "./etcd-client";
import { takeEtcdLock } from "./etcd-lock";
import { seatIsBooked, sellSeat } from "./seat-row";
import type { OpenableStrategy } from "./strategy";

const DEFAULT_TTL_MS = 30_000;

export const etcd: OpenableStrategy = {
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
          const booked = await step("check", () => seatIsBooked(db, attempt));
          if (booked) return "refused";

          await think();

          // As late as one can look, and still too early for a pause that falls after this line.
          if (lock.lost()) return "refused";
          await step("write", () => sellSeat(db, attempt));
          return "sold";
        } finally {
          clearInterval(renewal);
          await step("release", () => lock.release().catch(() => false));
        }
      },
      async close() {},
    };
  },
};
