/** The box office as both doors have it: what is asked comes with an address, which holds only so many seats. */
import type { BoxOffice } from "#server/booking/box-office";
import type { HeldSeats } from "./held-seats";

type Order<Operation extends keyof BoxOffice> = Parameters<BoxOffice[Operation]>[0];
type From = { address: string };

export type PublicBoxOffice = ReturnType<typeof openToPublic>;

export function openToPublic(boxOffice: BoxOffice, heldSeats: HeldSeats) {
  return {
    ...boxOffice,
    hold: ({ address, ...order }: Order<"hold"> & From) =>
      heldSeats.hold({ ...order, address }, () => boxOffice.hold(order)),
    book: ({ address, ...order }: Order<"book"> & From) =>
      heldSeats.book({ ...order, address }, () => boxOffice.book(order)),
    async extend(order: Order<"extend">) {
      const decision = await boxOffice.extend(order);
      if (decision.ok) heldSeats.changed(order.holdId, decision.hold);
      return decision;
    },
    async release(order: Order<"release">) {
      const decision = await boxOffice.release(order);
      if (decision.ok) heldSeats.changed(order.holdId, decision.hold);
      return decision;
    },
    async resetDemo(showId: string) {
      await boxOffice.resetDemo(showId);
      heldSeats.reset(showId);
    },
  };
}
