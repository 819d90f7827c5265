/**
 * What Last Seat asks of a payment provider. Money is first set aside (authorised), and taken (captured) only
 * when the seats are sold. Every call may be repeated: `key` and `authorisation` name what it is about.
 */
import type { Card } from "#contract/payment";

export interface PaymentProvider {
  authorise(request: { key: string; amount: number; card: Card }): Promise<Authorised>;
  capture(authorisation: string, amount: number): Promise<void>;
  /** Gives back what was set aside. Without an authorisation: whatever may have been set aside under the key. */
  void(key: string, authorisation: string | null): Promise<void>;
  /** Gives back what was taken. */
  refund(authorisation: string): Promise<void>;
}

export type Authorised =
  | { result: "approved"; authorisation: string }
  | { result: "declined" }
  /** Not a card this provider takes. */
  | { result: "refused"; reason: string };
