/** Free seats closest to one that was taken, so that a refusal comes with a way out. */
import type { LayoutSeat } from "#contract/layout";
import { ROW_WEIGHT } from "./best-seats";
import { type SeatPlan, withPartner } from "./seat-plan";

/** Up to `limit` offers; a couple seat is one offer of two seats. Wheelchair spaces only for one who had one. */
export function nearestSeats(
  plan: SeatPlan,
  isFree: (seat: LayoutSeat) => boolean,
  taken: LayoutSeat,
  limit: number,
): LayoutSeat[][] {
  const offers = new Map<string, LayoutSeat[]>();
  const candidates = plan.seats
    .filter((seat) => (seat.priceClass === "wheelchair") === (taken.priceClass === "wheelchair"))
    .filter((seat) => (seat.partner === undefined) === (taken.partner === undefined))
    .sort((a, b) => distance(a, taken) - distance(b, taken) || a.index - b.index);
  for (const candidate of candidates) {
    if (offers.size >= limit) break;
    const offer = withPartner(plan, candidate);
    if (offer.every(isFree)) offers.set(offer.map(({ label }) => label).join(), offer);
  }
  return [...offers.values()];
}

function distance(seat: LayoutSeat, from: LayoutSeat): number {
  return Math.hypot(seat.x - from.x, (seat.y - from.y) * ROW_WEIGHT);
}
