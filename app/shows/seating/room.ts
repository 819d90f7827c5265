/** An auditorium's layout, indexed for everything the page asks of it. */
import { type Layout, type LayoutSeat, layoutSize, seatsOf } from "#contract/layout";

export interface Room {
  seats: readonly LayoutSeat[];
  /** Rows that have seats, screen side first. */
  rows: readonly (readonly LayoutSeat[])[];
  columns: number;
  /** Rows of the drawing, those without seats included. */
  depth: number;
  byLabel: ReadonlyMap<string, LayoutSeat>;
}

export function roomOf(layout: Layout): Room {
  const seats = seatsOf(layout);
  const { columns, rows: depth } = layoutSize(layout);
  const rows = layout.rows
    .map((_, y) => seats.filter((seat) => seat.y === y))
    .filter((row) => row.length > 0);
  return { seats, rows, columns, depth, byLabel: new Map(seats.map((seat) => [seat.label, seat])) };
}

/** The seat itself, and the other half if it is half of a couple seat: they are held and let go together. */
export function withPartner(room: Room, seat: LayoutSeat): LayoutSeat[] {
  const partner = seat.partner === undefined ? undefined : room.byLabel.get(seat.partner);
  if (!partner) return [seat];
  return partner.index < seat.index ? [partner, seat] : [seat, partner];
}

export function seatsNamed(room: Room, labels: readonly string[]): LayoutSeat[] {
  return labels.flatMap((label) => room.byLabel.get(label) ?? []);
}
