import { type Decision, refused } from "./decision";
import type { Engine } from "./engine";
import type { Show } from "./shows";

/** The numbers of the named seats, or what is wrong with the request: from here on a seat is a number. */
export function pickSeats(
  { limits }: Engine,
  show: Show | null,
  labels: string[],
): Decision<{ show: Show; seats: number[] }> {
  if (labels.length > limits.maxSeats) return refused("too_many_seats", { limit: limits.maxSeats });
  if (!show) return refused("not_found");
  const seats: number[] = [];
  for (const label of labels) {
    const seat = show.seatByLabel.get(label);
    if (!seat) return refused("invalid", { detail: `this show has no seat ${label}` });
    seats.push(seat.index);
  }
  return { ok: true, show, seats };
}
