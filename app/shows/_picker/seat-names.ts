import type { LayoutSeat } from "#contract/layout";

/** "A1, A2 and B3" would need a language; a plain list reads the same in both. */
export function namesOf(seats: readonly (LayoutSeat | string)[]): string {
  return seats.map((seat) => (typeof seat === "string" ? seat : seat.label)).join(", ");
}
