import type { Localized } from "#contract/language";
import type { LayoutSeat } from "#contract/layout";
import { hasBegun } from "#contract/shows";
import { type Decision, refused } from "./decisions";
import type { Engine } from "./engine";
import type { Show } from "./shows";

const BEGUN: Localized = {
  en: "This show has begun. Its seats are no longer sold.",
  vi: "Suất chiếu đã bắt đầu, không còn bán ghế.",
};

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
  if (hasBegun(show.details, engine.clock.nowMs())) {
    // What is somebody's already goes on to be decided as ever: it may be the buyer's own, held before the
    // start, or sold by this very request, whose answer was lost.
    const wanted = { showId, seats: seats.map(({ index }) => index) };
    if (await engine.freeSeats.submit(wanted)) return refused("invalid", { sentence: BEGUN });
  }
  return { ok: true, show, seats };
}
