/**
 * A lock on one Redis, done right: a random owner, a release that asks whose lock it is, waiting with backoff
 * and jitter, and a renewal every third of the time to live whose answer is read.
 *
 * It still promises less than it seems to. Between the last look at the lock and the write a process can be
 * paused for any length of time; and a replica that takes over may never have heard of the lock.
 */
import { randomUUID } from "node:crypto";
import { RELEASE_IF_OWNER, RENEW_IF_OWNER } from "./lock-scripts";
import { seatIsBooked, sellSeat } from "./seat-row";
import type { Attempt, Strategy } from "./strategy";
import { waitWithBackoff } from "./wait-with-backoff";

/** The articles' default; the lab always sets one. */
const DEFAULT_TTL_MS = 30_000;

export const redisLock: Strategy = {
  needs: "redis",

  async book(attempt) {
    const { db, redis, raceId, seat, lock, step, think } = attempt;
    const key = `lab:${raceId}:lock:${seat}`;
    const owner = randomUUID();
    const ttlMs = lock.ttlMs ?? DEFAULT_TTL_MS;
    const release = () =>
      step("release", async () => (await redis.eval(RELEASE_IF_OWNER, 1, key, owner)) === 1);

    let got: boolean;
    try {
      got = await waitWithBackoff(attempt, () =>
        step("acquire", async () => (await redis.set(key, owner, "PX", ttlMs, "NX")) === "OK"),
      );
    } catch (error) {
      // No answer is not a no: the lock may be ours. The script takes it away only if it is.
      await release().catch(() => {});
      throw error;
    }
    // A lock we never had is not ours to release.
    if (!got) return "refused";

    const renewal = keepRenewing(attempt, key, owner, ttlMs);
    try {
      // The database is asked inside the lock. A transaction begun before it would see the past.
      const booked = await step("check", () => seatIsBooked(db, attempt));
      if (booked) return "refused";

      await think();

      // As late as one can look, and still too early for a pause that falls after this line.
      if (renewal.lost()) return "refused";
      await step("write", () => sellSeat(db, attempt));
      return "sold";
    } finally {
      renewal.stop();
      // If Redis does not answer, the lock ends with its time to live; the sale is not undone by that.
      await release().catch(() => {});
    }
  },
};

function keepRenewing(
  { redis, aside }: Attempt,
  key: string,
  owner: string,
  ttlMs: number,
): { lost: () => boolean; stop: () => void } {
  let lost = false;
  const renew = async () => {
    // Zero means that the lock is somebody else's by now, or nobody's. No answer is no better.
    const renewed = await aside("renew", async () => {
      const answer = await redis.eval(RENEW_IF_OWNER, 1, key, owner, ttlMs).catch(() => 0);
      return answer === 1;
    });
    if (!renewed) lost = true;
  };
  const timer = setInterval(renew, ttlMs / 3);
  return { lost: () => lost, stop: () => clearInterval(timer) };
}
