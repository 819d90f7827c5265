/**
 * What the database says in the end: the bookings that exist, under which key, with which seats. It is read
 * once, after the last operation, and belongs to the operations of one history alone.
 */
import { z } from "zod";

const name = z.string().min(1);

const booking = z.strictObject({
  buyer: name,
  show: name,
  seats: z.array(name).min(1),
  key: name.optional(),
  reference: name.optional(),
  /** A cancelled booking may be listed with this, or left out. */
  cancelled: z.boolean().optional(),
});

export const ledger = z.strictObject({ bookings: z.array(booking) });

export type Ledger = z.infer<typeof ledger>;
export type LedgerBooking = z.infer<typeof booking>;

export interface Owners {
  show: string;
  seat: string;
  bookings: LedgerBooking[];
}

/** Every seat that is sold in the end, by `seatIdOf`. */
export function ownersOf({ bookings }: Ledger): Map<string, Owners> {
  const owners = new Map<string, Owners>();
  for (const booking of bookings.filter(({ cancelled }) => !cancelled)) {
    for (const seat of booking.seats) {
      const id = seatIdOf(booking.show, seat);
      const before = owners.get(id)?.bookings ?? [];
      owners.set(id, { show: booking.show, seat, bookings: [...before, booking] });
    }
  }
  return owners;
}

export function seatIdOf(show: string, seat: string): string {
  return JSON.stringify([show, seat]);
}

/** Whether two can be one booking: nothing that is known of both tells them apart. */
export function isSameBooking(one: Named, other: Named): boolean {
  return one.buyer === other.buyer && agree(one.key, other.key) && agree(one.reference, other.reference);
}

type Named = Pick<LedgerBooking, "buyer" | "key" | "reference">;

function agree(one: string | undefined, other: string | undefined): boolean {
  return one === undefined || other === undefined || one === other;
}
