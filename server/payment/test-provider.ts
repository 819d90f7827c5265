/**
 * The provider of a cinema that never takes real money: it knows the test cards and nothing else. An authorisation
 * says what it is for. So what another node has set aside, or this one before it was restarted, can be taken and
 * given back here too; what was done with the latest ones is remembered.
 */
import { setTimeout as delay } from "node:timers/promises";
import { testCardKind } from "#contract/test-cards";
import { createLruMap } from "#server/booking/lru-map";
import type { PaymentProvider } from "./provider";

/** Long enough to be felt, and to let a short hold end meanwhile. */
const SLOW_CARD_MS = 6_000;
const REMEMBERED = 10_000;

export function createTestProvider(): PaymentProvider {
  const stateOf = createLruMap<string, "set aside" | "taken" | "given back">(REMEMBERED);
  return {
    async authorise({ key, amount, card }) {
      const kind = testCardKind(card.number);
      if (!kind) return { result: "refused", reason: "card: only test cards are taken here" };
      if (kind === "slow") await delay(SLOW_CARD_MS, undefined, { ref: false });
      if (kind === "declines" || stateOf.get(key) === "given back") return { result: "declined" };
      if (stateOf.get(key) === undefined) stateOf.set(key, "set aside");
      return { result: "approved", authorisation: `test-${amount}-${key}` };
    },
    async capture(authorisation, amount) {
      const { key, amount: setAside } = read(authorisation);
      if (amount > setAside) throw new Error(`only ${setAside} was set aside`);
      if (stateOf.get(key) === "given back") throw new Error("it was given back");
      stateOf.set(key, "taken");
    },
    async void(asked, authorisation) {
      const key = authorisation === null ? asked : read(authorisation).key;
      if (stateOf.get(key) === "taken") throw new Error("it was taken");
      stateOf.set(key, "given back");
    },
    async refund(authorisation) {
      const { key } = read(authorisation);
      if (stateOf.get(key) === "set aside") throw new Error("nothing was taken");
      stateOf.set(key, "given back");
    },
  };
}

function read(authorisation: string): { key: string; amount: number } {
  const [, amount, key] = /^test-(\d+)-(.+)$/.exec(authorisation) ?? [];
  if (amount === undefined || key === undefined) throw new Error("there is no such authorisation");
  return { key, amount: Number(amount) };
}
