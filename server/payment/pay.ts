/**
 * Authorise, confirm, capture: money is taken after the seats are sold and never without them. The key of the
 * attempt is also the key of the booking, so that whatever is interrupted can be repeated, by the buyer or by
 * the settler, and comes to the same end.
 */
import type { FastifyBaseLogger } from "fastify";
import type { Booking } from "#contract/outcomes";
import type { Card, HoldPay } from "#contract/payment";
import { isOutage } from "#db/outages";
import { approvePayment } from "#db/queries/approve-payment";
import { beginPayment } from "#db/queries/begin-payment";
import { movePayment, recordVoid } from "#db/queries/move-payment";
import type { Payment, PaymentStatus } from "#db/queries/payment";
import { readPayment } from "#db/queries/read-payment";
import type { BoxOffice } from "#server/booking/box-office";
import { type Decision, refused } from "#server/booking/decision";
import { showOfHold } from "#server/booking/ids";
import type { Shows } from "#server/booking/shows";
import { askProvider, ProviderFailed } from "./ask-provider";
import { capturePayment, type SettleDeps, voidPayment } from "./settle";

export interface PayDeps extends SettleDeps {
  shows: Shows;
  boxOffice: BoxOffice;
  log: FastifyBaseLogger;
}

export async function payForHold(
  deps: PayDeps,
  order: HoldPay & { buyer: string },
): Promise<Decision<{ booking: Booking }>> {
  let asked = false;
  try {
    const price = await priceOfHold(deps, order);
    asked = price !== undefined;
    const setAside = price === undefined ? undefined : await authorise(deps, order, price);
    if (setAside && !setAside.ok) return setAside;
    // A hold that is gone is confirmed all the same: the box office knows whether it lapsed, is another's, or
    // became a booking by this very key before the answer was lost. Only what was set aside buys anything.
    const { buyer, holdId, idempotencyKey, name, email } = order;
    const total = setAside?.amount ?? 0;
    const decision = await deps.boxOffice.confirm({ buyer, holdId, idempotencyKey, name, email, total });
    await settle(deps, order, decision);
    return decision;
  } catch (error) {
    if (error instanceof ProviderFailed)
      deps.log.warn({ reason: error.message }, "the provider has not answered");
    else if (!isOutage(error)) throw error;
    return refused(asked ? "pending" : "unavailable");
  }
}

async function priceOfHold(
  { shows, boxOffice }: PayDeps,
  order: { buyer: string; holdId: string },
): Promise<number | undefined> {
  const show = await shows.find(showOfHold(order.holdId));
  if (!show) return undefined;
  const holds = await boxOffice.holdsToPay(order.buyer, show.details.id);
  const hold = holds.find(({ id }) => id === order.holdId);
  if (!hold) return undefined;
  const classOf = new Map(show.seats.map(({ label, priceClass }) => [label, priceClass]));
  return hold.seats.reduce((sum, label) => sum + show.details.prices[classOf.get(label) ?? "standard"], 0);
}

/** Sets the money aside, or says why it could not be. */
async function authorise(
  deps: PayDeps,
  order: HoldPay & { buyer: string },
  price: number,
): Promise<Decision<{ amount: number }>> {
  const { card, buyer, holdId, idempotencyKey } = order;
  const payment = await beginPayment(deps.pool, {
    buyer,
    idempotencyKey,
    showId: showOfHold(holdId),
    holdId,
    amount: price,
    lastFour: card.number.slice(-4),
  });
  if (payment.holdId !== holdId) return refused("idempotency_mismatch");
  if (payment.status !== "asking") return amountStillPayable(payment.status, payment);

  return askProvider(() => askForApproval(deps, payment, card), deps.answerWithinMs);
}

/** Whatever the provider answers is written down, also when nobody waits for it any more. */
async function askForApproval(
  { pool, provider }: PayDeps,
  payment: Payment,
  card: Card,
): Promise<Decision<{ amount: number }>> {
  const answer = await provider.authorise({ key: payment.id, amount: payment.amount, card });
  if (answer.result === "approved") {
    const status = await approvePayment(pool, payment, answer.authorisation);
    return amountStillPayable(status, payment);
  }
  if (await movePayment(pool, payment, ["asking"], "voiding")) {
    // Another request of this key may have been approved without anyone hearing: what is declined is closed there too.
    await provider.void(payment.id, null);
    await recordVoid(pool, payment, "declined");
  }
  if (answer.result === "refused") return refused("invalid", { detail: answer.reason });
  // Read again: a repetition of this request may have been answered otherwise.
  const now = await readPayment(pool, payment.showId, payment.buyer, payment.idempotencyKey);
  return amountStillPayable(now?.status, payment);
}

/** What an attempt that has left its first state allows. */
function amountStillPayable(
  status: PaymentStatus | undefined,
  { amount }: Payment,
): Decision<{ amount: number }> {
  if (status === "authorised" || status === "captured") return { ok: true, amount };
  if (status === "voiding") return refused("pending");
  // A closed attempt buys nothing more; another try needs a key of its own.
  return refused(status === "declined" ? "payment_declined" : "idempotency_mismatch");
}

/** Takes the money for sold seats, gives it back for seats that could not be sold, and else leaves it set aside. */
async function settle(
  deps: PayDeps,
  order: { buyer: string; idempotencyKey: string; holdId: string },
  decision: Decision<{ booking: Booking }>,
): Promise<void> {
  if (!decision.ok && (decision.code === "pending" || decision.code === "unavailable")) return;
  try {
    const { pool } = deps;
    const payment = await readPayment(pool, showOfHold(order.holdId), order.buyer, order.idempotencyKey);
    if (payment?.holdId !== order.holdId) return;
    if (decision.ok) await capturePayment(deps, payment, decision.booking.total);
    else if (payment.status === "asking" || payment.status === "authorised") await voidPayment(deps, payment);
  } catch (error) {
    // The seats are decided; the settler does the rest.
    deps.log.warn(
      { reason: error instanceof Error ? error.message : error },
      "a payment waits to be settled",
    );
  }
}
