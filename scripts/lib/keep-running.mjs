// Brings a service back when it ends by itself: the demo invites people to kill them, and the app goes on meanwhile.
import { ExpectedFailure } from "./expected-failure.mjs";

/** More ends than this within a minute, and it cannot come back. */
const MOST_ENDS = 5;
const COUNTED_FOR_MS = 60_000;

/**
 * Rejects when the service cannot come back; never resolves.
 * @template {import("./processes.mjs").Running} Service
 * @param {import("./processes.mjs").Processes} processes whose stop it does not stand against
 * @param {Service} first
 * @param {() => Promise<Service>} startAgain
 * @returns {Promise<never>}
 */
export async function keepRunning(processes, first, startAgain) {
  /** @type {number[]} */
  let ends = [];
  for (let running = first; ; ) {
    const { code, signal } = await running.exited;
    if (processes.stopping) return new Promise(() => {});
    const how = signal ?? `code ${code}`;
    const now = performance.now();
    ends = [...ends.filter((at) => now - at < COUNTED_FOR_MS), now];
    if (ends.length > MOST_ENDS)
      throw new ExpectedFailure(`${first.name} ended by itself ${ends.length} times in a minute (${how}).`);
    console.log(`${first.name} ended by itself (${how}). Bringing it back …`);
    running = await startAgain();
    console.log(`${first.name} is back.`);
  }
}
