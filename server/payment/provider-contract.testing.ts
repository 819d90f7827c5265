/**
 * What every payment provider must do, as tests that need nothing but the provider: an adapter's own test calls this
 * with the provider's sandbox. Settlement is right for whatever passes it.
 */
import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import type { Card } from "#contract/payment";
import type { PaymentProvider } from "./provider";

export interface ProviderUnderTest {
  provider: PaymentProvider;
  /** Cards of its sandbox. */
  approves: Card;
  declines: Card;
}

const AMOUNT = 90_000;

export function describeProvider(name: string, open: () => Promise<ProviderUnderTest>): void {
  describe(`a payment provider: ${name}`, () => {
    let provider: PaymentProvider;
    let approves: Card;
    let declines: Card;
    beforeAll(async () => {
      ({ provider, approves, declines } = await open());
    });

    const authorise = (key: string, card = approves) => provider.authorise({ key, amount: AMOUNT, card });
    async function setAside(key: string = randomUUID()): Promise<{ key: string; authorisation: string }> {
      const answer = await authorise(key);
      if (answer.result !== "approved") throw new Error(`the card was ${answer.result}`);
      return { key, authorisation: answer.authorisation };
    }

    it("P11 sets money aside once for a key, however often and however concurrently it is asked", async () => {
      const key = randomUUID();
      const together = await Promise.all([authorise(key), authorise(key), authorise(key)]);
      const { authorisation } = await setAside(key);
      expect(together).toEqual(together.map(() => ({ result: "approved", authorisation })));
      expect((await setAside()).authorisation).not.toBe(authorisation);
    });

    it("P11 says that a card is declined, each time", async () => {
      const key = randomUUID();
      expect(await authorise(key, declines)).toEqual({ result: "declined" });
      expect(await authorise(key, declines)).toEqual({ result: "declined" });
    });

    it("P11 takes what was set aside, and being asked again changes nothing", async () => {
      const { authorisation } = await setAside();
      await Promise.all([provider.capture(authorisation, AMOUNT), provider.capture(authorisation, AMOUNT)]);
      await provider.capture(authorisation, AMOUNT);
    });

    it("P11 never takes more than was set aside", async () => {
      const { authorisation } = await setAside();
      await expect(provider.capture(authorisation, AMOUNT + 1)).rejects.toThrow();
    });

    it("P11 takes nothing by an authorisation that it has not given", async () => {
      await expect(provider.capture(randomUUID(), AMOUNT)).rejects.toThrow();
    });

    it("P11 takes nothing that was given back, and gives it back again without complaint", async () => {
      const { key, authorisation } = await setAside();
      await Promise.all([provider.void(key, authorisation), provider.void(key, authorisation)]);
      await provider.void(key, authorisation);
      await expect(provider.capture(authorisation, AMOUNT)).rejects.toThrow();
    });

    it("P11 gives back by the key alone what it has set aside under it", async () => {
      const { key, authorisation } = await setAside();
      await provider.void(key, null);
      await expect(provider.capture(authorisation, AMOUNT)).rejects.toThrow();
    });

    it("P11 sets nothing aside under a key that was given back before it was asked", async () => {
      const key = randomUUID();
      await provider.void(key, null);
      expect((await authorise(key)).result).not.toBe("approved");
    });

    it("P11 refuses to give back as set aside what it has taken", async () => {
      const { key, authorisation } = await setAside();
      await provider.capture(authorisation, AMOUNT);
      await expect(provider.void(key, authorisation)).rejects.toThrow();
    });

    it("P11 pays back what it has taken, and being asked again pays nothing more", async () => {
      const { authorisation } = await setAside();
      await provider.capture(authorisation, AMOUNT);
      await Promise.all([provider.refund(authorisation), provider.refund(authorisation)]);
      await provider.refund(authorisation);
    });

    it("P11 pays back nothing that was not taken", async () => {
      const { authorisation } = await setAside();
      await expect(provider.refund(authorisation)).rejects.toThrow();
    });
  });
}
