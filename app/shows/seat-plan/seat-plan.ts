/** An auditorium's layout, indexed for everything the page asks of it. */
import { type Layout, type LayoutSeat, layoutSize, type Prices, seatsOf } from "#contract/layout";

export interface SeatPlan {
  seats: readonly LayoutSeat[];
  /** Rows that have seats, screen side first. */
  rows: readonly (readonly LayoutSeat[])[];
  columns: number;
  /** Rows of the drawing, those without seats included. */
  depth: number;
  byLabel: ReadonlyMap<string, LayoutSeat>;
}

export function seatPlanOf(layout: Layout): SeatPlan {
  const seats = seatsOf(layout);
  const { columns, rows: depth } = layoutSize(layout);
  const rows = layout.rows
    .map((_, y) => seats.filter((seat) => seat.y === y))
    .filter((row) => row.length > 0);
  return { seats, rows, columns, depth, byLabel: new Map(seats.map((seat) => [seat.label, seat])) };
}

/** The seat itself, and the other half if it is half of a couple seat: they are held and let go together. */
export function withPartner(plan: SeatPlan, seat: LayoutSeat): LayoutSeat[] {
  const partner = seat.partner === undefined ? undefined : plan.byLabel.get(seat.partner);
  if (!partner) return [seat];
  return partner.index < seat.index ? [partner, seat] : [seat, partner];
}

export function seatsNamed(plan: SeatPlan, labels: readonly string[]): LayoutSeat[] {
  return labels.flatMap((label) => plan.byLabel.get(label) ?? []);
}

export function priceOf(seats: readonly LayoutSeat[], prices: Prices): number {
  return seats.reduce((sum, { priceClass }) => sum + prices[priceClass], 0);
}

/** "A1, A2 and B3" would need a language; a plain list reads the same in both. */
export function joinLabels(seats: readonly (LayoutSeat | string)[]): string {
  return seats.map((seat) => (typeof seat === "string" ? seat : seat.label)).join(", ");
}
