/** Confirming without a payment over HTTP: with DEMO=on only. */
import * as schemas from "#contract/requests";
import type { PublicBoxOffice } from "#server/access/public-box-office";
import { sendDecision } from "./answers";
import { bookingAnswer } from "./booking-routes";
import { type Route, route } from "./route";

export function unpaidSaleRoutes({ boxOffice }: { boxOffice: PublicBoxOffice }): Route[] {
  return [
    route({
      method: "POST",
      path: "/api/holds/{holdId}/confirm",
      summary:
        "Buy what is held without a payment (only with DEMO=on); the same idempotencyKey always answers the same booking",
      request: schemas.bookingConfirm,
      answer: bookingAnswer,
      refusals: [403, 404, 409, 410],
      writes: true,
      handle: async (asked, { buyer, language }, reply) =>
        sendDecision(reply, language, await boxOffice.confirm({ ...asked, buyer })),
    }),
  ];
}
