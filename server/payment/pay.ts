/**
 * Authorise, confirm, capture: money is taken after the seats are sold and never without them. The key of the
 * attempt is also the key of the booking, so that whatever is interrupted can be repeated, by the buyer or by
 * the settler, and comes to the same end.
 */
import type { FastifyBaseLogger } from "fastify";
import type pg from "pg";
import type { Booking } from "#contract/outcomes";
import type { HoldPay } from "#contract/payment";
import { beginPayment, type Payment } from "#db/queries/begin-payment";
import { movePayment } from "#db/queries/move-payment";
import { readPayment } from "#db/queries/read-payment";
import type { BoxOffice } from "#server/booking/box-office";
import { type Decision, refused } from "#server/booking/decisions";
import { showOfHold } from "#server/booking/ids";
import { isOutage } from "#server/booking/outages";
import type { Shows } from "#server/booking/shows";
import type { PaymentProvider } from "./provider";

export interface PayDeps {
  pool: pg.Pool;
  shows: Shows;
  boxOffice: BoxOffice;
  provider: PaymentProvider;
  log: FastifyBaseLogger;
}

export async function payForHold(
  deps: PayDeps,
  order: HoldPay & { customer: string },
): Promise<Decision<{ booking: Booking }>> {
  let asked = false;
  try {
    const price = await priceOfHold(deps, order);
    asked = price !== undefined;
    const setAside = price === undefined ? undefined : await authorise(deps, order, price);
    if (setAside && !setAside.ok) return setAside;
    // A hold that is gone is confirmed all the same: the box office knows whether it lapsed, is another's, or
    // became a booking by this very key before the answer was lost. Only what was set aside buys anything.
    const { customer, holdId, idempotencyKey, name, email } = order;
    const total = setAside?.amount ?? 0;
    const decision = await deps.boxOffice.confirm({ customer, holdId, idempotencyKey, name, email, total });
    await settle(deps, order, decision);
    return decision;
  } catch (error) {
    if (!isOutage(error)) throw error;
    return refused(asked ? "pending" : "unavailable");
  }
}

async function priceOfHold(
  { shows, boxOffice }: PayDeps,
  order: { customer: string; holdId: string },
): Promise<number | undefined> {
  const show = await shows.find(showOfHold(order.holdId));
  if (!show) return undefined;
  const holds = await boxOffice.holdsOf(order.customer, show.details.id);
  const hold = holds.find(({ id }) => id === order.holdId);
  if (!hold) return undefined;
  const classOf = new Map(show.seats.map(({ label, priceClass }) => [label, priceClass]));
  return hold.seats.reduce((sum, label) => sum + show.details.prices[classOf.get(label) ?? "standard"], 0);
}

/** Sets the money aside, or says why it could not be. */
async function authorise(
  { pool, provider }: PayDeps,
  order: HoldPay & { customer: string },
  price: number,
): Promise<Decision<{ amount: number }>> {
  const { card, customer, holdId, idempotencyKey } = order;
  const payment = await beginPayment(pool, {
    customer,
    idempotencyKey,
    showId: showOfHold(holdId),
    holdId,
    amount: price,
    lastFour: card.number.slice(-4),
  });
  if (payment.holdId !== holdId) return refused("idempotency_mismatch");
  if (payment.status !== "asking") return standing(payment);

  const answer = await provider.authorise({ key: payment.id, amount: payment.amount, card });
  if (answer.result === "approved") {
    await movePayment(pool, payment.id, ["asking"], "authorised", answer.authorisation);
  } else {
    await movePayment(pool, payment.id, ["asking"], "declined");
    if (answer.result === "refused") return refused("invalid", { detail: answer.reason });
  }
  // Read again: a repetition of this request may have been faster, or the settler, if the hold is long over.
  const now = await readPayment(pool, customer, idempotencyKey);
  if (now?.status === "voided" && answer.result === "approved") {
    await provider.void(payment.id, answer.authorisation);
  }
  return standing(now);
}

/** What an attempt that has left its first state allows. */
function standing(payment: Payment | undefined): Decision<{ amount: number }> {
  if (payment?.status === "authorised" || payment?.status === "captured") {
    return { ok: true, amount: payment.amount };
  }
  // A closed attempt buys nothing more; another try needs a key of its own.
  return refused(payment?.status === "declined" ? "payment_declined" : "idempotency_mismatch");
}

/** Takes the money for sold seats, gives it back for seats that could not be sold, and else leaves it set aside. */
async function settle(
  deps: PayDeps,
  order: { customer: string; idempotencyKey: string; holdId: string },
  decision: Decision<{ booking: Booking }>,
): Promise<void> {
  if (!decision.ok && (decision.code === "pending" || decision.code === "unavailable")) return;
  try {
    const payment = await readPayment(deps.pool, order.customer, order.idempotencyKey);
    if (payment?.holdId !== order.holdId) return;
    if (decision.ok) await capturePayment(deps, payment, decision.booking.total);
    else await voidPayment(deps, payment);
  } catch (error) {
    // The seats are decided; the settler does the rest.
    deps.log.warn(
      { reason: error instanceof Error ? error.message : error },
      "a payment waits to be settled",
    );
  }
}

type Settling = Pick<PayDeps, "pool" | "provider">;

export async function capturePayment(
  { pool, provider }: Settling,
  payment: Pick<Payment, "id" | "authorisation" | "status">,
  amount: number,
): Promise<void> {
  if (payment.status !== "authorised" || payment.authorisation === null) return;
  await provider.capture(payment.authorisation, amount);
  await movePayment(pool, payment.id, ["authorised"], "captured");
}

export async function voidPayment(
  { pool, provider }: Settling,
  payment: Pick<Payment, "id" | "authorisation" | "status">,
): Promise<void> {
  if (payment.status !== "asking" && payment.status !== "authorised") return;
  await provider.void(payment.id, payment.authorisation);
  await movePayment(pool, payment.id, ["asking", "authorised"], "voided");
}

export async function refundPayment(
  { pool, provider }: Settling,
  payment: Pick<Payment, "id" | "authorisation">,
): Promise<void> {
  if (payment.authorisation !== null) await provider.refund(payment.authorisation);
  await movePayment(pool, payment.id, ["captured"], "refunded");
}
