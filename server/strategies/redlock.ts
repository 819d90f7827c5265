/**
 * A lock on five independent nodes, held by whoever has a majority of them (five is N, the quorum is three),
 * so that two may fail. Written by hand: of the libraries tried, two reported a lock as held that had already
 * expired while nodes were frozen.
 *
 * What was missing there is the last question below: the vote itself takes time, and what is left of the time
 * to live after it is all the time the lock is worth. It is measured on a monotonic clock, because the wall
 * clock may be set at any moment. A pause after the last look at the clock still lets an old holder write.
 */
import { randomUUID } from "node:crypto";
import type { Redis } from "ioredis";
import { RELEASE_IF_OWNER } from "./lock-scripts";
import { seatIsBooked, sellSeat } from "./seat-row";
import type { Strategy } from "./strategy";
import { waitWithBackoff } from "./wait-with-backoff";

const DEFAULT_TTL_MS = 30_000;
/** Clocks run at slightly different speeds: the drift the Redlock paper allows for. */
const driftMs = (ttlMs: number) => ttlMs * 0.01 + 2;

export const redlock: Strategy = {
  needs: "redlock",

  async book(attempt) {
    const { db, redlockNodes: nodes, raceId, seat, lock, step, think } = attempt;
    const key = `lab:${raceId}:lock:${seat}`;
    const owner = randomUUID();
    const ttlMs = lock.ttlMs ?? DEFAULT_TTL_MS;
    let validUntil = 0;

    const got = await waitWithBackoff(attempt, () =>
      step("acquire", async () => {
        const startedAt = performance.now();
        const votes = await vote(nodes, key, owner, ttlMs);
        validUntil = startedAt + ttlMs - driftMs(ttlMs);
        if (votes > nodes.length / 2 && performance.now() < validUntil) return true;
        await releaseEverywhere(nodes, key, owner);
        return false;
      }),
    );
    if (!got) return "refused";

    try {
      const booked = await step("check", () => seatIsBooked(db, attempt));
      if (booked) return "refused";

      await think();

      if (performance.now() > validUntil) return "refused";
      await step("write", () => sellSeat(db, attempt));
      return "sold";
    } finally {
      await step("release", () => releaseEverywhere(nodes, key, owner));
    }
  },
};

/** All nodes at once, each client with a time-out of a few milliseconds; a node that does not answer says no. */
export async function vote(nodes: Redis[], key: string, owner: string, ttlMs: number): Promise<number> {
  const answers = await Promise.all(
    nodes.map((node) => node.set(key, owner, "PX", ttlMs, "NX").catch(() => null)),
  );
  return answers.filter((answer) => answer === "OK").length;
}

/** Also where we got no answer: the lock may have been set and only the answer lost. */
export async function releaseEverywhere(nodes: Redis[], key: string, owner: string): Promise<void> {
  await Promise.all(nodes.map((node) => node.eval(RELEASE_IF_OWNER, 1, key, owner).catch(() => 0)));
}
