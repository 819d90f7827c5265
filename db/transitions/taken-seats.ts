/** Why a seat could not be had: enough to set its guard to what Postgres said. */
export interface TakenSeat {
  seat: number;
  status: "held" | "booked" | "blocked";
  fence: number;
  /** Its holder or owner. */
  heldBy: string | null;
  holdId: string | null;
  untilMs: number | null;
}

export type TakenRow = [
  request: number,
  seat: number,
  status: TakenSeat["status"],
  fence: number,
  heldBy: string | null,
  holdId: string | null,
  untilMs: number | null,
];

/** Such a row, of a row `l` of seats. */
export const TAKEN_ROW = `
  json_build_array(l.request, l.seat, l.status, l.fence, l.held_by, l.hold_id,
                   (extract(epoch FROM l.hold_until) * 1000)::float8)`;

/** The taken seats of each request that has any; requests are counted from 1, as SQL counts. */
export function readTaken(rows: TakenRow[] | null): Map<number, TakenSeat[]> {
  const taken = new Map<number, TakenSeat[]>();
  for (const [request, seat, status, fence, heldBy, holdId, untilMs] of rows ?? []) {
    const seats = taken.get(request) ?? [];
    seats.push({ seat, status, fence, heldBy, holdId, untilMs });
    taken.set(request, seats);
  }
  return taken;
}
