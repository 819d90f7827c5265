/**
 * What Redis refused a moment ago, so that a crowd on one seat costs one round trip and not one each. Only
 * refusals are remembered, for a few milliseconds; whatever this node tells of a seat makes it forget. In the
 * second half of that time one attempt is let through to ask again, so that the crowd need not stop and wait.
 *
 * A sale that was refused from memory is refused so again for as long once more: its double, a moment later, must not
 * be the one that is let through and sold.
 */
import type { Attempt } from "./guard";
import { buyerOf, nameOfSale } from "./guard-value";

/** Seats remembered at most; a crowd on more seats than this asks Redis. */
const REMEMBERED = 10_000;

export interface RecentRefusals {
  /** The seats of the attempt that were refused to someone just now and are not the buyer's own. */
  recall(attempt: Attempt): number[];
  /**
   * Takes what the script answered for a refused attempt, and answers the refused seats. They are remembered from when
   * Redis was asked, because the answer may have been long on its way. Sales that had long been under way when Redis
   * answered are not refused from memory.
   */
  remember(attempt: Attempt, blockers: (number | string)[], asked: AskedAt): number[];
  forget(showId: string, seat: number): void;
}

/** When Redis was asked, by the monotonic clock, and the sales that had long been under way then. */
export interface AskedAt {
  askedAtMs: number;
  underWay: Set<string> | undefined;
}

const NOTHING: number[] = [];

interface RecentRefusal {
  /** Whose guard stood in the way. */
  holder: string;
  /** The first attempt after this asks Redis. */
  askAgainMs: number;
  untilMs: number;
  underWay: Set<string> | undefined;
  /** Sales that were refused from memory. */
  refusedSales: Set<string>;
}

export function createRecentRefusals(
  rememberMs: number,
  now: () => number = () => performance.now(),
): RecentRefusals {
  /** By show and seat. */
  const remembered = new Map<string, Map<number, RecentRefusal>>();
  let size = 0;
  return {
    recall(attempt) {
      const { showId, buyer, seats } = attempt;
      const refusals = remembered.get(showId);
      if (!refusals) return NOTHING;
      const nowMs = now();
      const sale = attempt.key === undefined ? undefined : nameOfSale(attempt);
      return seats.filter((seat) => {
        const refusal = refusals.get(seat);
        if (refusal === undefined || refusal.untilMs + rememberMs <= nowMs) return false;
        if (refusal.holder === buyer) return false;
        if (sale !== undefined) {
          if (refusal.underWay?.has(sale)) return false;
          if (refusal.refusedSales.has(sale)) return true;
        }
        if (refusal.untilMs <= nowMs) return false;
        if (refusal.askAgainMs > nowMs) {
          if (sale !== undefined) refusal.refusedSales.add(sale);
          return true;
        }
        refusal.askAgainMs = refusal.untilMs;
        return false;
      });
    },
    remember({ showId, seats }, blockers, { askedAtMs, underWay }) {
      if (size > REMEMBERED) {
        remembered.clear();
        size = 0;
      }
      const refusals = remembered.get(showId) ?? new Map<number, RecentRefusal>();
      remembered.set(showId, refusals);
      const refused: number[] = [];
      for (let at = 0; at < blockers.length; at += 2) {
        const seat = seats[Number(blockers[at])];
        if (seat === undefined) continue;
        refused.push(seat);
        if (!refusals.has(seat)) size += 1;
        refusals.set(seat, {
          holder: buyerOf(String(blockers[at + 1])),
          askAgainMs: askedAtMs + rememberMs / 2,
          untilMs: askedAtMs + rememberMs,
          underWay,
          refusedSales: new Set(),
        });
      }
      return refused;
    },
    forget: (showId, seat) => void remembered.get(showId)?.delete(seat),
  };
}
