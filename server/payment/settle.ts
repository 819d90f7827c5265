/**
 * The three things that are done about money once the seats are decided, each written down before or after in such
 * a way that it can be repeated: what is owed back is `voiding` or `refunding` before the provider is asked, and what
 * was sold is captured until the provider has said so.
 */
import type pg from "pg";
import { recordCapture } from "#db/queries/capture-payment";
import { movePayment, recordVoid } from "#db/queries/move-payment";
import type { Payment } from "#db/queries/payment";
import { askProvider } from "./ask-provider";
import type { PaymentProvider } from "./provider";

export interface SettleDeps {
  pool: pg.Pool;
  provider: PaymentProvider;
  answerWithinMs: number;
}

/** Of a booking that was cancelled meanwhile too: it may have been taken already, and is owed back afterwards. */
export async function capturePayment(
  { pool, provider, answerWithinMs }: SettleDeps,
  payment: Payment,
  amount: number,
): Promise<void> {
  const { status, authorisation } = payment;
  if (status !== "authorised" || authorisation === null) return;
  await askProvider(() => provider.capture(authorisation, amount), answerWithinMs);
  await recordCapture(pool, payment);
}

/** Only once nothing can be sold for it any more: the key is closed. */
export async function voidPayment(
  { pool, provider, answerWithinMs }: SettleDeps,
  payment: Payment,
): Promise<void> {
  await movePayment(pool, payment, ["asking", "authorised"], "voiding");
  await askProvider(() => provider.void(payment.id, payment.authorisation), answerWithinMs);
  await recordVoid(pool, payment, "voided");
}

export async function refundPayment(
  { pool, provider, answerWithinMs }: SettleDeps,
  payment: Payment,
): Promise<void> {
  const { authorisation } = payment;
  if (authorisation !== null) await askProvider(() => provider.refund(authorisation), answerWithinMs);
  await movePayment(pool, payment, ["refunding"], "refunded");
}
