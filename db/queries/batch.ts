/** How a batch of requests is handed to a function in the database: as columns, one array each. */
import { bySeat } from "./lock-order";
import type { LoggedChanges } from "./log-changes";

export interface Wanted {
  showId: string;
  seat: number;
  /** The request that wants it, counted from 1 as SQL counts. */
  request: number;
}

export interface Batch<Want extends Wanted> {
  /** In lock order; everything else names a show by its place here. */
  showIds: string[];
  placeOf: (showId: string) => number;
  /** In lock order. */
  wants: Want[];
}

export function batchOf<Want extends Wanted>(wants: Want[]): Batch<Want> {
  wants.sort(bySeat);
  const places = new Map<string, number>();
  for (const { showId } of wants) if (!places.has(showId)) places.set(showId, places.size + 1);
  return { wants, showIds: [...places.keys()], placeOf: (showId) => places.get(showId) ?? 0 };
}

/** The changes as they were logged: those wants, under the versions that follow each show's base. */
export function changesOf(
  wants: Wanted[],
  showIds: string[],
  bases: (number | null)[] | null,
  status: LoggedChanges["changes"][number][1],
): LoggedChanges[] {
  const logged = new Map<string, LoggedChanges>();
  for (const { showId, seat } of wants) {
    let show = logged.get(showId);
    if (!show) {
      const from = bases?.[showIds.indexOf(showId)] ?? 0;
      show = { showId, from, to: from, changes: [] };
      logged.set(showId, show);
    }
    show.changes.push([seat, status]);
    show.to += 1;
  }
  return [...logged.values()];
}

/** Why a seat could not be had: enough to set the guard to what Postgres said. */
export interface TakenSeat {
  seat: number;
  status: "held" | "booked" | "blocked";
  /** Its holder or owner. */
  heldBy: string | null;
  holdId: string | null;
  leftMs: number | null;
}

export type TakenRow = [
  request: number,
  seat: number,
  status: TakenSeat["status"],
  heldBy: string | null,
  holdId: string | null,
  leftMs: number | null,
];

/** The taken seats of each request that has any. */
export function readTaken(rows: TakenRow[] | null): Map<number, TakenSeat[]> {
  const taken = new Map<number, TakenSeat[]>();
  for (const [request, seat, status, heldBy, holdId, leftMs] of rows ?? []) {
    const seats = taken.get(request) ?? [];
    seats.push({ seat, status, heldBy, holdId, leftMs });
    taken.set(request, seats);
  }
  return taken;
}
