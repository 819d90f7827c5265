import { z } from "zod";
import { holdStateSchema } from "#contract/answers";
import { holdPay } from "#contract/payment";
import { holdExtend } from "#contract/requests";
import { type HoldStateDeps, readHoldState } from "#server/payment/hold-state";
import { type PayDeps, payForHold } from "#server/payment/pay";
import { sendDecision } from "./answers";
import { bookingAnswer } from "./booking-routes";
import { type Route, route } from "./route";

export function paymentRoutes(deps: PayDeps & HoldStateDeps): Route[] {
  return [
    route({
      method: "GET",
      path: "/api/holds/{holdId}",
      summary: "One of the buyer's own holds as it stands, and what became of paying for it",
      request: holdExtend,
      answer: holdStateSchema.extend({ ok: z.literal(true) }),
      handle: async (asked, { buyer }) => ({ ok: true, ...(await readHoldState(deps, { ...asked, buyer })) }),
    }),
    route({
      method: "POST",
      path: "/api/holds/{holdId}/pay",
      summary:
        "Pay for what is held with a test card: money is set aside, the seats are sold, then it is taken; or given back",
      request: holdPay,
      answer: bookingAnswer,
      refusals: [402, 403, 404, 409, 410],
      writes: true,
      handle: async (asked, { buyer, language }, reply) =>
        sendDecision(reply, language, await payForHold(deps, { ...asked, buyer })),
    }),
  ];
}
