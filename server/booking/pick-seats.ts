import type { Localized } from "#contract/language";
import type { LayoutSeat } from "#contract/layout";
import { hasBegun } from "#contract/shows";
import { type Decision, type Refused, refused } from "./decisions";
import type { Engine } from "./engine";
import type { Show } from "./shows";

const BEGUN: Localized = {
  en: "This show has begun. Its seats are no longer sold.",
  vi: "Suất chiếu đã bắt đầu, không còn bán ghế.",
};

/** Finds the named seats in the show, or says what is wrong with the request. */
export function pickSeats(
  { limits }: Engine,
  show: Show | null,
  labels: string[],
): Decision<{ show: Show; seats: LayoutSeat[] }> {
  if (labels.length > limits.maxSeats) return refused("too_many_seats", { limit: limits.maxSeats });
  if (!show) return refused("not_found");
  const seats: LayoutSeat[] = [];
  for (const label of labels) {
    const seat = show.seatByLabel.get(label);
    if (!seat) return refused("invalid", { detail: `this show has no seat ${label}` });
    seats.push(seat);
  }
  return { ok: true, show, seats };
}

/**
 * A show that has begun sells no free seat. What is somebody's already goes on to be decided as ever: it may be
 * the buyer's own, held before the start, or sold by this very request, whose answer was lost.
 */
export function refuseLate(
  { clock, freeSeats }: Engine,
  { details }: Show,
  seats: LayoutSeat[],
): undefined | Promise<Refused | undefined> {
  if (!hasBegun(details, clock.nowMs())) return undefined;
  return freeSeats
    .submit({ showId: details.id, seats: seats.map(({ index }) => index) })
    .then((anyFree) => (anyFree ? refused("invalid", { sentence: BEGUN }) : undefined));
}
