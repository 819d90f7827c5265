/** A buyer confirms a hold, or books in one shot. Postgres decides; a key makes every repetition answer the same. */
import type { Booking } from "#contract/outcomes";
import { readBookingByKey } from "#db/queries/read-bookings";
import type { SellRequest, SellVerdict, SoldBooking } from "#db/queries/sell-seats";
import type { Attempt } from "#server/guard/guard";
import { type Decision, refused } from "./decisions";
import { type Engine, labelsOf } from "./engine";
import { restoreGuards } from "./hold-seats";
import { hashRequest, newAttemptToken, newReference, showOfHold } from "./ids";
import { repeatedOnOutage } from "./outages";
import { pickSeats, refuseLate } from "./pick-seats";
import type { Show } from "./shows";

const UNIQUE_VIOLATION = "23505";

interface Order {
  customer: string;
  idempotencyKey: string;
  name?: string | undefined;
  email?: string | undefined;
}

export async function confirmHold(
  engine: Engine,
  order: Order & {
    holdId: string;
    /** What the buyer agreed to pay: seats added or let go meanwhile, in another tab, are not sold unseen. */
    total?: number | undefined;
  },
): Promise<Decision<{ booking: Booking }>> {
  const showId = showOfHold(order.holdId);
  const show = await engine.shows.find(showId);
  if (!show) return refused("not_found");
  const [hold] = await engine.finds.submit({ showId, holdId: order.holdId });
  const requestHash = hashRequest("confirm", [order.holdId]);
  if (!hold) return answerAgain(engine, show, order, requestHash);
  if (hold.customer !== order.customer) return refused("not_yours");
  const seats = hold.seats.map((seat, at) => ({ seat, fence: hold.fences[at], price: priceOf(show, seat) }));
  const total = seats.reduce((sum, { price }) => sum + price, 0);
  if (order.total !== undefined && total !== order.total) {
    return refused("invalid", { detail: "the hold has other seats now" });
  }
  return sell(engine, show, { ...order, showId, seats, reference: newReference(), requestHash });
}

/** A hold that is gone may be gone because this very request was carried out before: the key tells. */
async function answerAgain(
  engine: Engine,
  show: Show,
  order: Order,
  requestHash: string,
): Promise<Decision<{ booking: Booking }>> {
  const made = await repeatedOnOutage(() =>
    readBookingByKey(engine.pool, order.customer, order.idempotencyKey),
  );
  if (!made) return refused("hold_expired");
  if (made.requestHash !== requestHash) return refused("idempotency_mismatch");
  return { ok: true, booking: describeBooking(show, made) };
}

export async function bookSeats(
  engine: Engine,
  order: Order & { showId: string; seats: string[] },
): Promise<Decision<{ booking: Booking }>> {
  const picked = pickSeats(engine, await engine.shows.find(order.showId), order.seats);
  if (!picked.ok) return picked;
  const late = await refuseLate(engine, picked.show, picked.seats);
  if (late) return late;
  const { show } = picked;

  const { showId, customer } = order;
  const attempt: Attempt = { showId, customer, seats: order.seats, token: newAttemptToken() };
  const guarded = await engine.guard.acquire(attempt);
  if (guarded.state === "refused") return refused("seat_taken", { seats: guarded.seats });

  let decision: Decision<{ booking: Booking }> | undefined;
  try {
    decision = await sell(engine, show, {
      ...order,
      seats: picked.seats.map(({ index }) => ({ seat: index, price: priceOf(show, index) })),
      reference: newReference(),
      requestHash: hashRequest("book", [order.showId, ...order.seats.toSorted()]),
    });
  } finally {
    if (!decision?.ok) engine.guard.release(attempt, attempt.seats);
  }
  return decision;
}

async function sell(
  engine: Engine,
  show: Show,
  request: SellRequest,
): Promise<Decision<{ booking: Booking }>> {
  const verdict = await submitTwice(engine, request);
  switch (verdict.code) {
    case "booked": {
      const booking = describeBooking(show, verdict);
      if (!verdict.again) engine.guard.booked(booking.showId, request.customer, booking.seats);
      if (!verdict.again && request.holdId) engine.tellBuyer(request.customer, request.holdId, null);
      return { ok: true, booking };
    }
    case "mismatch":
      return refused("idempotency_mismatch");
    case "hold_lost":
      return refused("hold_expired");
    case "taken":
      restoreGuards(engine, show, verdict.taken);
      return refused("seat_taken", {
        seats: labelsOf(
          show,
          verdict.taken.map(({ seat }) => seat),
        ),
      });
  }
}

/**
 * The unique indexes refuse a reference that exists, and a key that another node is using for other seats at
 * this moment. The second time the reference is another, and the key's booking is there to be answered.
 */
async function submitTwice(engine: Engine, request: SellRequest): Promise<SellVerdict> {
  try {
    return await engine.sales.submit(request);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === UNIQUE_VIOLATION)) throw error;
    return engine.sales.submit({ ...request, reference: newReference() });
  }
}

function describeBooking(show: Show, { reference, showId, seats, total }: SoldBooking): Booking {
  return { reference, showId, seats: labelsOf(show, seats), total };
}

function priceOf(show: Show, seat: number): number {
  return show.details.prices[show.seats[seat]?.priceClass ?? "standard"];
}
