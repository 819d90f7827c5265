/**
 * An auditorium is drawn as text: one string per row, one character per place, screen side first.
 * The order in which `seatsOf` walks it fixes every seat's index, on the wire and in the database.
 */

/** `s` standard, `v` VIP, `c` half of a couple seat (always in pairs), `w` wheelchair space, `.` no seat. */
const CLASS_OF_CELL = { s: "standard", v: "vip", c: "couple", w: "wheelchair" } as const;

export const PRICE_CLASSES = ["standard", "vip", "couple", "wheelchair"] as const;
export type PriceClass = (typeof PRICE_CLASSES)[number];
/** Price of one seat of each class, in whole VND. */
export type Prices = Record<PriceClass, number>;

export interface LayoutRow {
  /** One or two letters. */
  label: string;
  cells: string;
}

export interface Layout {
  rows: LayoutRow[];
}

export interface LayoutSeat {
  index: number;
  /** Row label and number, such as "A1". */
  label: string;
  row: string;
  number: number;
  /** Column and row of the cell in the drawing, from 0. */
  x: number;
  y: number;
  priceClass: PriceClass;
  /** The other half of a couple seat. */
  partner?: string;
}

export function seatsOf(layout: Layout): LayoutSeat[] {
  const seats: LayoutSeat[] = [];
  for (const [y, row] of layout.rows.entries()) {
    let number = 0;
    let waiting: LayoutSeat | undefined;
    for (const [x, cell] of [...row.cells].entries()) {
      if (!isSeatCell(cell)) continue;
      number += 1;
      const seat: LayoutSeat = {
        index: seats.length,
        label: `${row.label}${number}`,
        row: row.label,
        number,
        x,
        y,
        priceClass: CLASS_OF_CELL[cell],
      };
      seats.push(seat);
      if (seat.priceClass !== "couple") continue;
      if (waiting === undefined) {
        waiting = seat;
      } else {
        waiting.partner = seat.label;
        seat.partner = waiting.label;
        waiting = undefined;
      }
    }
  }
  return seats;
}

export function layoutSize(layout: Layout): { columns: number; rows: number } {
  return { columns: Math.max(...layout.rows.map((row) => row.cells.length)), rows: layout.rows.length };
}

function isSeatCell(cell: string): cell is keyof typeof CLASS_OF_CELL {
  return Object.hasOwn(CLASS_OF_CELL, cell);
}
