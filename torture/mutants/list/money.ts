/** What is done about money. */
import type { Mutant } from "./mutant";

export const MONEY_MUTANTS: Mutant[] = [
  {
    name: "captured-when-refused",
    breaks: "money is taken although the seats were not sold",
    edits: [
      {
        file: "server/payment/pay.ts",
        find: "if (decision.ok) await capturePayment(deps, payment, decision.booking.total);",
        replace:
          "if (decision.ok || payment.amount > 0) await capturePayment(deps, payment, payment.amount);",
      },
    ],
    tests: ["server/payment/pay.test.ts"],
  },
  {
    name: "price-unchecked",
    breaks: "a hold is sold for less than it costs",
    edits: [
      {
        file: "server/booking/sell.ts",
        find: "if (order.total !== undefined && total !== order.total) {",
        replace: "if (order.total !== undefined && total < 0) {",
      },
    ],
    tests: ["server/payment/pay.test.ts"],
  },
  {
    name: "cancelled-is-captured",
    breaks: "the money of a booking that was cancelled meanwhile is kept",
    edits: [
      {
        file: "db/queries/capture-payment.ts",
        find: "CASE WHEN b.cancelled_at IS NULL THEN 'captured' ELSE 'refunding' END",
        replace: "CASE WHEN b.cancelled_at IS NULL THEN 'captured' ELSE 'captured' END",
      },
    ],
    tests: ["server/payment/settlement.test.ts"],
  },
  {
    name: "claimed-by-two",
    breaks: "two nodes settle the same payment",
    edits: [
      {
        file: "db/queries/claim-payments.ts",
        find: `AND p.settle_attempts = $3::integer
  AND p.settle_at <= now() AND`,
        replace: "AND p.settle_attempts >= $3::integer AND",
      },
    ],
    tests: ["server/payment/settlement.test.ts"],
  },
  {
    name: "settled-beside-the-seats",
    breaks: "a payment is settled although its hold still stands",
    edits: [
      {
        file: "db/queries/claim-payments.ts",
        find: "AND s.status = 'held' AND s.hold_until > now()))",
        replace: "AND s.status = 'held' AND s.hold_until > now() AND false))",
      },
    ],
    tests: ["server/payment/pay.test.ts", "server/payment/settlement.test.ts"],
  },
];
