/**
 * The order in which every statement takes its locks: seats by show and number, then shows, both by the bytes
 * of the show's id. Two statements that want the same rows then wait for each other, and never in a circle.
 */
export function bySeat(a: { showId: string; seat: number }, b: { showId: string; seat: number }): number {
  if (a.showId !== b.showId) return a.showId < b.showId ? -1 : 1;
  return a.seat - b.seat;
}

/** The same order in SQL, whatever language the database sorts in. */
export const SHOW_ORDER = `COLLATE "C"`;
