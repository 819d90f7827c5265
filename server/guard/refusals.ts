/**
 * What Redis refused a moment ago, so that a crowd on one seat costs one round trip and not one each. Only
 * refusals are remembered, for a few milliseconds; whatever this node does to a guard makes it forget.
 */
import type { Attempt } from "./guard";

/** Seats remembered at most; a crowd on more seats than this asks Redis. */
const REMEMBERED = 10_000;

export interface Refusals {
  /** The seats of the attempt that were refused to someone just now and are not the buyer's own. */
  recall(attempt: Attempt): string[];
  /** Takes what the script answered for a refused attempt, and answers the refused seats. */
  remember(attempt: Attempt, blockers: (number | string)[]): string[];
  forget(showId: string, seat: string): void;
}

export function createRefusals(rememberMs: number): Refusals {
  const remembered = new Map<string, { value: string; untilMs: number }>();
  return {
    recall({ showId, customer, seats }) {
      if (remembered.size === 0) return [];
      const nowMs = performance.now();
      return seats.filter((seat) => {
        const refusal = remembered.get(`${showId}/${seat}`);
        if (!refusal) return false;
        if (refusal.untilMs > nowMs) return !refusal.value.startsWith(`${customer}:`);
        remembered.delete(`${showId}/${seat}`);
        return false;
      });
    },
    remember({ showId, seats }, blockers) {
      const refused: string[] = [];
      const untilMs = performance.now() + rememberMs;
      if (remembered.size > REMEMBERED) remembered.clear();
      for (let at = 0; at < blockers.length; at += 2) {
        const seat = seats[Number(blockers[at])];
        if (seat === undefined) continue;
        refused.push(seat);
        remembered.set(`${showId}/${seat}`, { value: String(blockers[at + 1]), untilMs });
      }
      return refused;
    },
    forget: (showId, seat) => void remembered.delete(`${showId}/${seat}`),
  };
}
