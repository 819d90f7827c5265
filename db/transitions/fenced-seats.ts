/** Seats of a hold with the fences its owner presents: what has moved on since then is not written to. */
export interface FencedSeats {
  showId: string;
  holdId: string;
  seats: number[];
  fences: number[];
}

/** A column each of every seat of every hold: its request, hold, number and fence. */
export function fencedColumns(holds: FencedSeats[]) {
  const wants = holds.flatMap(({ holdId, seats, fences }, request) =>
    seats.map((seat, at) => ({ request: request + 1, holdId, seat, fence: fences[at] ?? -1 })),
  );
  return {
    w_request: wants.map(({ request }) => request),
    w_hold: wants.map(({ holdId }) => holdId),
    w_seat: wants.map(({ seat }) => seat),
    w_fence: wants.map(({ fence }) => fence),
  };
}
