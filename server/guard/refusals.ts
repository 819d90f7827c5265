/**
 * What Redis refused a moment ago, so that a crowd on one seat costs one round trip and not one each. Only
 * refusals are remembered, for a few milliseconds; whatever this node does to a guard makes it forget. In the
 * second half of that time one attempt is let through to ask again, so that the crowd need not stop and wait.
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

const NOTHING: string[] = [];

interface Refusal {
  /** Whose guard stood in the way. */
  holder: string;
  /** The first attempt after this asks Redis. */
  askAgainMs: number;
  untilMs: number;
}

export function createRefusals(rememberMs: number): Refusals {
  /** By show and seat. */
  const remembered = new Map<string, Map<string, Refusal>>();
  let size = 0;
  return {
    recall({ showId, customer, seats }) {
      const refusals = remembered.get(showId);
      if (!refusals) return NOTHING;
      const nowMs = performance.now();
      return seats.filter((seat) => {
        const refusal = refusals.get(seat);
        if (refusal === undefined || refusal.untilMs <= nowMs || refusal.holder === customer) return false;
        if (refusal.askAgainMs > nowMs) return true;
        refusal.askAgainMs = refusal.untilMs;
        return false;
      });
    },
    remember({ showId, seats }, blockers) {
      if (size > REMEMBERED) {
        remembered.clear();
        size = 0;
      }
      const refusals = remembered.get(showId) ?? new Map();
      remembered.set(showId, refusals);
      const refused: string[] = [];
      const nowMs = performance.now();
      for (let at = 0; at < blockers.length; at += 2) {
        const seat = seats[Number(blockers[at])];
        if (seat === undefined) continue;
        refused.push(seat);
        if (!refusals.has(seat)) size += 1;
        refusals.set(seat, {
          holder: holderOf(String(blockers[at + 1])),
          askAgainMs: nowMs + rememberMs / 2,
          untilMs: nowMs + rememberMs,
        });
      }
      return refused;
    },
    forget: (showId, seat) => void remembered.get(showId)?.delete(seat),
  };
}

/** A guard's value is its buyer, a colon, and a token without one. */
function holderOf(value: string): string {
  return value.slice(0, value.lastIndexOf(":"));
}
