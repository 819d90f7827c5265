/**
 * The provider of a cinema that never takes real money: it knows the test cards and nothing else. Its answers
 * follow from the card and the key alone, so it needs no memory; ours of what it said is the `payments` table.
 */
import { setTimeout as delay } from "node:timers/promises";
import { testCardKind } from "#contract/test-cards";
import type { PaymentProvider } from "./provider";

/** Long enough to be felt, and to let a short hold end meanwhile. */
const SLOW_CARD_MS = 6_000;

export function createTestProvider(): PaymentProvider {
  return {
    async authorise({ key, card }) {
      const kind = testCardKind(card.number);
      if (!kind) return { result: "refused", reason: "card: only test cards are taken here" };
      if (kind === "slow") await delay(SLOW_CARD_MS, undefined, { ref: false });
      return kind === "declines"
        ? { result: "declined" }
        : { result: "approved", authorisation: `test-${key}` };
    },
    async capture() {},
    async void() {},
    async refund() {},
  };
}
