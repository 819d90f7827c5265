/**
 * Removals that Redis has applied of late. A master that dies takes along what its replica has not heard yet, and the
 * guard of a seat that was given back stands again: these are told anew to whoever takes over. News carries the seat's
 * fence, so that telling it twice does no harm.
 */
const REMEMBERED_MS = 30_000;
const REMEMBERED_AT_MOST = 5_000;

export type News =
  | {
      what: "taken";
      showId: string;
      seat: number;
      order: number;
      whose: string;
      endsAtMs: number;
      sentAtMs: number;
    }
  | SeatRemoval
  | { what: "sale-over"; showId: string; sale: string };

export interface SeatRemoval {
  what: "free" | "reset" | "ended";
  showId: string;
  seat: number;
  order: number;
  whose: string;
}

export interface SeatRemovals {
  remember(removals: SeatRemoval[]): void;
  /** Forgets them: who tells them anew hears whether they were applied. */
  takeRecent(): SeatRemoval[];
}

export function isRemoval(news: News): news is SeatRemoval {
  return news.what !== "taken" && news.what !== "sale-over";
}

export function createSeatRemovals(): SeatRemovals {
  let remembered: { removals: SeatRemoval[]; untilMs: number }[] = [];
  let size = 0;
  return {
    remember(removals) {
      if (removals.length === 0) return;
      remembered.push({ removals, untilMs: performance.now() + REMEMBERED_MS });
      size += removals.length;
      if (size > REMEMBERED_AT_MOST) forgetHalf();
    },
    takeRecent() {
      const nowMs = performance.now();
      const recent = remembered.filter(({ untilMs }) => untilMs > nowMs);
      remembered = [];
      size = 0;
      return recent.flatMap(({ removals }) => removals);
    },
  };

  function forgetHalf(): void {
    remembered = remembered.slice(remembered.length / 2);
    size = remembered.reduce((sum, { removals }) => sum + removals.length, 0);
  }
}
