import { holdPay } from "#contract/payment";
import { type PayDeps, payForHold } from "#server/payment/pay";
import { sendDecision } from "./answers";
import { bookingAnswer } from "./booking-routes";
import { type Route, route } from "./route";

export function paymentRoutes(deps: PayDeps): Route[] {
  return [
    route({
      method: "POST",
      path: "/api/holds/{holdId}/pay",
      summary:
        "Pay for what is held with a test card: money is set aside, the seats are sold, then it is taken; or given back",
      request: holdPay,
      answer: bookingAnswer,
      refusals: [402, 403, 404, 409, 410],
      writes: true,
      handle: async (asked, { customer, language }, reply) =>
        sendDecision(reply, language, await payForHold(deps, { ...asked, customer })),
    }),
  ];
}
