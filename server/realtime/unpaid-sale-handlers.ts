/** Sales without a payment over the socket: with DEMO=on only. */
import * as requests from "#contract/requests";
import type { PublicBoxOffice } from "#server/access/public-box-office";
import { type Handler, handler } from "./handlers";

export function unpaidSaleHandlers({ boxOffice }: { boxOffice: PublicBoxOffice }): Map<string, Handler> {
  return new Map([
    [
      "booking:confirm",
      handler(requests.bookingConfirm, (order, { data }) =>
        boxOffice.confirm({ ...order, buyer: data.buyer }),
      ),
    ],
    [
      "seat:book",
      handler(requests.seatBook, (order, { data: { buyer, address } }) =>
        boxOffice.book({ ...order, buyer, address }),
      ),
    ],
  ]);
}
