import type { LayoutSeat, Prices } from "#contract/layout";
import type { Hold } from "#contract/outcomes";

export function holdTotal(hold: Hold, seats: readonly LayoutSeat[], prices: Prices): number {
  return seats
    .filter(({ label }) => hold.seats.includes(label))
    .reduce((sum, { priceClass }) => sum + prices[priceClass], 0);
}
