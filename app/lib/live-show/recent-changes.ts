/** What just happened on the map: the changes of one packet, grouped into one line for each kind, newest first. */
import type { SeatChange, SeatCode } from "#contract/seat-codes";

const MAX_RECENT_CHANGES = 30;

export type RecentChangeKind = "sold" | "held" | "freed" | "closed";

export interface RecentChange {
  /** Grows with every entry. */
  id: number;
  kind: RecentChangeKind;
  /** Indexes in the layout. */
  seats: readonly number[];
}

const KIND_OF_CODE: Record<SeatCode, RecentChangeKind> = { b: "sold", h: "held", a: "freed", x: "closed" };

export function addRecentChanges(
  known: readonly RecentChange[],
  changes: readonly SeatChange[],
): readonly RecentChange[] {
  if (changes.length === 0) return known;
  const seatsOfKind = new Map<RecentChangeKind, Set<number>>();
  for (const [seat, code] of new Map(changes)) {
    const kind = KIND_OF_CODE[code];
    seatsOfKind.set(kind, (seatsOfKind.get(kind) ?? new Set()).add(seat));
  }
  let id = known[0]?.id ?? 0;
  const news = [...seatsOfKind].map(([kind, seats]) => {
    id += 1;
    return { id, kind, seats: [...seats].sort((a, b) => a - b) };
  });
  return [...news.reverse(), ...known].slice(0, MAX_RECENT_CHANGES);
}
