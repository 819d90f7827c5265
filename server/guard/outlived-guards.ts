/**
 * Guards that have outlived their grant: a node was killed after a cancellation was committed and before Redis was
 * told, and a sold seat's guard stands for a minute. The first who is refused by it while this node's own map shows the
 * seat as free gives it away. If the map still does a moment later, Postgres is asked and Redis told what it says; the
 * seat's fence sees to it that this is never news that was overtaken.
 *
 * Usual refusals cost nothing: the map has the seat as taken, or the guard is that of an attempt under way. A node
 * without viewers of the show has no map, and leaves it to the others.
 */
import type pg from "pg";
import type { Guard } from "./guard";

/** The map hears of a grant over another connection than Redis does: so long the two may differ. */
const DIFFER_AT_MOST_MS = 500;

export interface OutlivedGuardsDeps {
  /** Whether this node's viewers see the seat as free. */
  isShownFree: (showId: string, seat: number) => boolean;
  readFreeSeats: (showId: string, seats: number[]) => Promise<FreeSeat[]>;
  guard: () => Pick<Guard, "freed">;
}

export interface FreeSeat {
  seat: number;
  fence: number;
}

/** Answers what is to be told of every refusal by a guard that speaks of a grant. */
export function noticeOutlivedGuards(deps: OutlivedGuardsDeps): (showId: string, seats: number[]) => void {
  const { isShownFree, readFreeSeats, guard } = deps;
  /** Looked at soon, by show. */
  const toBeChecked = new Map<string, Set<number>>();

  return (showId, seats) => {
    const shownFree = seats.filter((seat) => isShownFree(showId, seat));
    if (shownFree.length === 0) return;
    const waiting = toBeChecked.get(showId);
    if (waiting) {
      for (const seat of shownFree) waiting.add(seat);
      return;
    }
    toBeChecked.set(showId, new Set(shownFree));
    setTimeout(() => void lookAgain(showId), DIFFER_AT_MOST_MS).unref();
  };

  async function lookAgain(showId: string): Promise<void> {
    const seats = [...(toBeChecked.get(showId) ?? [])].filter((seat) => isShownFree(showId, seat));
    toBeChecked.delete(showId);
    if (seats.length === 0) return;
    try {
      const free = await readFreeSeats(showId, seats);
      guard().freed(
        showId,
        free.map((seat) => ({ ...seat, buyer: "" })),
      );
    } catch {
      // Postgres is away: whoever is refused next makes this node ask again.
    }
  }
}

export async function readFreeSeats(pool: pg.Pool, showId: string, seats: number[]): Promise<FreeSeat[]> {
  const { rows } = await pool.query<FreeSeat>({
    name: "read-free-seats",
    text: `SELECT s.seat, s.fence FROM seats s
           WHERE s.show_id = $1::text AND s.seat = ANY ($2::int[]) AND s.status = 'available'`,
    values: [showId, seats],
  });
  return rows;
}
