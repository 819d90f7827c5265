/** For whoever comes back: the hold as it stands, and what became of paying for it. */
import type pg from "pg";
import type { HoldState, PaymentState } from "#contract/outcomes";
import type { DatabaseClock } from "#db/database-clock";
import { type PaymentOfHold, readPaymentOfHold } from "#db/queries/read-payment-of-hold";
import type { BoxOffice } from "#server/booking/box-office";
import { showOfHold } from "#server/booking/ids";

export interface HoldStateDeps {
  readPool: pg.Pool;
  boxOffice: BoxOffice;
  clock: DatabaseClock;
}

export async function readHoldState(
  deps: HoldStateDeps,
  { buyer, holdId }: { buyer: string; holdId: string },
): Promise<HoldState> {
  const payment = await readPaymentOfHold(deps.readPool, buyer, holdId);
  const holds = await deps.boxOffice.holdsOf(buyer, showOfHold(holdId));
  const hold = holds.find(({ id }) => id === holdId) ?? null;
  const state = payment ? await describePayment(deps, buyer, payment, hold !== null) : null;
  return { hold, payment: state, serverNow: deps.clock.nowMs() };
}

async function describePayment(
  { boxOffice }: HoldStateDeps,
  buyer: string,
  { status, reference }: PaymentOfHold,
  stillHeld: boolean,
): Promise<PaymentState> {
  if (reference !== null) {
    const found = await boxOffice.booking({ buyer, reference });
    if (!found.ok) return { state: "under_way" };
    const { showId, seats, total } = found.booking;
    return { state: "sold", booking: { reference, showId, seats, total } };
  }
  if (status === "asking" || status === "authorised") return { state: "under_way" };
  // A decline is on its way through here.
  if (status === "voiding" && stillHeld) return { state: "under_way" };
  return { state: status === "declined" ? "declined" : "not_sold" };
}
