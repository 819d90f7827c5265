/**
 * The npm package `redlock`, used as its documentation shows. It gathers a majority of the nodes as it should, but
 * does not look at the clock again when it has it: a client that slept through the vote is handed a lock which has
 * already lapsed everywhere, with `expiration` in the past for whoever thinks of reading it. The twin, `redlock`,
 * asks what is left of the time to live before it believes its votes.
 */
import { once } from "node:events";
import Redlock from "redlock";
import { seatIsBooked, sellSeat } from "./seat-row";
import type { OpenableStrategy } from "./strategy";
import { waitWithBackoff } from "./wait-with-backoff";

const DEFAULT_TTL_MS = 30_000;

export const redlockPackage: OpenableStrategy = {
  needs: "redlock",

  async open({ redlockNodes }) {
    // As documented: plain clients, without a time-out for a command.
    const nodes = redlockNodes.map((node) => node.duplicate({ commandTimeout: undefined }));
    for (const node of nodes) node.on("error", () => {});
    await Promise.all(nodes.map((node) => once(node, "ready")));
    // It retries without giving back the votes it has, and so stands in its own way; here it is asked again from outside.
    const redlock = new Redlock(nodes, { retryCount: 0 });
    // A refusal is told as an error event, too.
    redlock.on("error", () => {});
    const { acquireScript, releaseScript } = redlock.scripts;
    for (const { value } of [acquireScript, releaseScript]) {
      await Promise.all(nodes.map((node) => node.script("LOAD", value)));
    }

    return {
      async book(attempt) {
        const { db, raceId, seat, lock, step, think } = attempt;
        const key = `lab:${raceId}:lock:${seat}`;
        let held: Awaited<ReturnType<typeof redlock.acquire>> | undefined;

        const got = await waitWithBackoff(attempt, () =>
          step("acquire", async () => {
            held = await redlock.acquire([key], lock.ttlMs ?? DEFAULT_TTL_MS).catch(() => undefined);
            return held !== undefined;
          }),
        );
        if (!got) return "refused";

        try {
          const booked = await step("check", () => seatIsBooked(db, attempt));
          if (booked) return "refused";

          await think();

          await step("write", () => sellSeat(db, attempt));
          return "sold";
        } finally {
          await step("release", async () => (await held?.release().catch(() => undefined)) !== undefined);
        }
      },
      async close() {
        for (const node of nodes) node.disconnect();
      },
    };
  },
};
