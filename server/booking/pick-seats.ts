import type { LayoutSeat } from "#contract/layout";
import { type Decision, refused } from "./decisions";
import type { Engine } from "./engine";
import type { Show } from "./shows";

/** Finds the named seats in the show, or says what is wrong with the request. */
export async function pickSeats(
  engine: Engine,
  showId: string,
  labels: string[],
): Promise<Decision<{ show: Show; seats: LayoutSeat[] }>> {
  if (labels.length > engine.limits.maxSeats)
    return refused("too_many_seats", { limit: engine.limits.maxSeats });
  const show = await engine.shows.find(showId);
  if (!show) return refused("not_found");
  const seats: LayoutSeat[] = [];
  for (const label of labels) {
    const seat = show.seatByLabel.get(label);
    if (!seat) return refused("invalid", { detail: `this show has no seat ${label}` });
    seats.push(seat);
  }
  return { ok: true, show, seats };
}
