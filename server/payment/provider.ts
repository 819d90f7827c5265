/**
 * What Last Seat asks of a payment provider. Money is first set aside (authorised), and taken (captured) only when
 * the seats are sold. `provider-contract.testing.ts` says all of this as tests; run it against an adapter's sandbox.
 *
 * Every call may be repeated, at the same time too, and is then one: `key` and `authorisation` name what it is about.
 * A call that throws, or does not answer in time, may or may not have been carried out; it is made again later.
 */
import type { Card } from "#contract/payment";

export interface PaymentProvider {
  /** The same key has the same authorisation, or none once it was given back. */
  authorise(request: { key: string; amount: number; card: Card }): Promise<Authorised>;
  /** Takes what was set aside, and never more. Throws if it cannot be taken any more. */
  capture(authorisation: string, amount: number): Promise<void>;
  /**
   * Gives back what was set aside. Without an authorisation: whatever was set aside under the key, or still will be
   * by a request that is on its way. Throws if it was taken.
   */
  void(key: string, authorisation: string | null): Promise<void>;
  /** Gives back what was taken. Throws if nothing was. */
  refund(authorisation: string): Promise<void>;
}

export type Authorised =
  | { result: "approved"; authorisation: string }
  | { result: "declined" }
  /** Not a card this provider takes. */
  | { result: "refused"; reason: string };
