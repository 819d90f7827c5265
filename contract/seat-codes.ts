/**
 * A seat's status on the wire is one letter, so that a snapshot of a whole auditorium is a string with
 * one character per seat, in layout order.
 */
export const SEAT_CODES = { available: "a", held: "h", booked: "b", blocked: "x" } as const;

export type SeatStatus = keyof typeof SEAT_CODES;
export type SeatCode = (typeof SEAT_CODES)[SeatStatus];

/** A changed seat: its index in the layout and its new status. */
export type SeatChange = [seat: number, status: SeatCode];

export const STATUS_OF_CODE: Record<SeatCode, SeatStatus> = {
  a: "available",
  h: "held",
  b: "booked",
  x: "blocked",
};

export function isSeatCode(value: string): value is SeatCode {
  return Object.hasOwn(STATUS_OF_CODE, value);
}
