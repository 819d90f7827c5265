/**
 * A buyer confirms a hold, or books in one shot. Postgres decides; a key makes every repetition answer the same. An
 * answer other than `pending` is the last word under its key: where an earlier request of that key may still be
 * under way, a refusal is given only once Postgres has closed the key.
 */
import type { Booking } from "#contract/outcomes";
import { PostgresUnavailable } from "#db/outages";
import type { KeyVerdict, RefusedKey, SoldBooking } from "#db/transitions/keys";
import type { SellRequest, SellVerdict } from "#db/transitions/sell-seats";
import type { Attempt, DecidedAt, Guarded } from "#server/guard/guard";
import { labelsOfTaken, newsOf, restoreGuards } from "./begin-hold";
import { BEGUN, type Decision, type Refused, refused } from "./decision";
import { type Engine, labelsOf } from "./engine";
import { hashRequest, newAttemptToken, newReference, showOfHold } from "./ids";
import { pickSeats } from "./pick-seats";
import type { FromWinner } from "./refused-by-winner";
import type { Show } from "./shows";

const UNIQUE_VIOLATION = "23505";
/**
 * Redis is never waited for as long: this process stood still. By now the buyer was told that nobody knows, may have
 * asked another node and been refused there for good; what has not begun yet must not begin any more.
 */
const STOOD_STILL_MS = 4_500;

interface Order {
  buyer: string;
  idempotencyKey: string;
  name?: string | undefined;
  email?: string | undefined;
}

/** Whose key it is, and for what. */
type Sale = Pick<SellRequest, "showId" | "buyer" | "idempotencyKey" | "requestHash" | "holdId">;

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
  const { holdId, buyer, idempotencyKey, name, email } = order;
  const sale: Sale = {
    showId,
    buyer,
    holdId,
    idempotencyKey,
    requestHash: hashRequest("confirm", [holdId]),
  };
  const [hold] = await engine.finds.submit({ showId, holdId });
  // A hold that is gone may be gone because this very request was carried out before: the key tells.
  if (!hold) return refuseKey(engine, show, sale, { code: "hold_lost" });
  if (hold.buyer !== buyer) return refused("not_yours");
  const seats = hold.seats.map((seat, at) => ({ seat, fence: hold.fences[at], price: priceOf(show, seat) }));
  const total = seats.reduce((sum, { price }) => sum + price, 0);
  if (order.total !== undefined && total !== order.total) {
    return refuseKey(engine, show, sale, { code: "hold_changed" });
  }
  const reference = newReference(show.referencePrefix);
  const verdict = await sell(engine, show, { ...sale, name, email, seats, reference });
  return describeVerdict(engine, show, sale, verdict);
}

/** What became of a sale for good: its booking, or none and the key is closed. */
export async function endSale(
  engine: Engine,
  order: { buyer: string; holdId: string; idempotencyKey: string },
): Promise<SoldBooking | null> {
  const { known } = await engine.refusals.submit({
    ...order,
    showId: showOfHold(order.holdId),
    requestHash: hashRequest("confirm", [order.holdId]),
    refusal: { code: "hold_lost" },
  });
  return known?.code === "booked" ? known : null;
}

export async function bookSeats(
  engine: Engine,
  order: Order & { showId: string; seats: string[] },
): Promise<Decision<{ booking: Booking }>> {
  const picked = pickSeats(engine, await engine.shows.find(order.showId), order.seats);
  if (!picked.ok) return picked;
  const { show } = picked;

  const { showId, buyer, idempotencyKey, name, email } = order;
  const token = newAttemptToken();
  const attempt: Attempt = { showId, buyer, key: idempotencyKey, seats: picked.seats, token };
  const askedAtMs = performance.now();
  const guarded = await engine.guard.acquire(attempt);
  if (performance.now() - askedAtMs > STOOD_STILL_MS) {
    if (guarded.state !== "refused") engine.guard.end(attempt);
    throw new PostgresUnavailable(false);
  }
  if (guarded.state === "refused" && !guarded.mayRepeat) {
    return refused("seat_taken", { seats: labelsOf(show, guarded.seats) });
  }
  const request: SellRequest = {
    showId,
    buyer,
    idempotencyKey,
    requestHash: hashRequest("book", [showId, ...order.seats.toSorted()]),
    name,
    email,
    seats: picked.seats.map((seat) => ({ seat, price: priceOf(show, seat) })),
    reference: newReference(show.referencePrefix),
  };
  if (guarded.state === "refused") {
    return refuseKey(engine, show, request, { code: "taken", seats: guarded.seats });
  }

  let verdict: SellVerdict & DecidedAt & FromWinner;
  try {
    verdict = await sell(engine, show, request);
    if (verdict.code === "taken" && verdict.fromWinner && mayRepeat(guarded)) {
      const seats = verdict.taken.map(({ seat }) => seat);
      verdict = await closeKey(engine, request, { code: "taken", seats });
    }
  } catch (error) {
    // While nobody knows what became of it, its guard and its note stay until they end by themselves.
    if (!(error instanceof PostgresUnavailable && error.outcomeUnknown)) engine.guard.end(attempt);
    throw error;
  }
  if (verdict.code === "booked" && !verdict.again) engine.guard.endSale(attempt);
  else engine.guard.end(attempt);
  // After its own guards are gone, so that those of whom Postgres named can stand in their place.
  return describeVerdict(engine, show, request, verdict);
}

/** Without Redis nobody knows whether a sale of this key is under way elsewhere. */
function mayRepeat(guarded: Guarded): boolean {
  return guarded.state === "absent" || guarded.mayRepeat === true;
}

/**
 * The unique indexes refuse a reference that exists, and a key that another node is using for other seats at
 * this moment. The second time the reference is another, and the key's booking is there to be answered.
 */
async function sell(
  engine: Engine,
  { referencePrefix }: Show,
  request: SellRequest,
): Promise<SellVerdict & DecidedAt & FromWinner> {
  try {
    return await engine.sales.submit(request);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === UNIQUE_VIOLATION)) throw error;
    return engine.sales.submit({ ...request, reference: newReference(referencePrefix) });
  }
}

async function refuseKey(
  engine: Engine,
  show: Show,
  sale: Sale,
  refusal: RefusedKey,
): Promise<Decision<{ booking: Booking }>> {
  return describeVerdict(engine, show, sale, await closeKey(engine, sale, refusal));
}

/** The last word under the key: the refusal, unless Postgres knows of another. */
async function closeKey(engine: Engine, sale: Sale, refusal: RefusedKey): Promise<KeyVerdict & DecidedAt> {
  const { showId, buyer, idempotencyKey, requestHash } = sale;
  const { known, sentAtMs } = await engine.refusals.submit({
    showId,
    buyer,
    idempotencyKey,
    requestHash,
    refusal,
  });
  return { ...(known ?? { code: "refused", refusal }), sentAtMs };
}

function describeVerdict(
  engine: Engine,
  show: Show,
  sale: Sale,
  verdict: SellVerdict & DecidedAt,
): Decision<{ booking: Booking }> {
  switch (verdict.code) {
    case "booked": {
      engine.guard.booked(show.details.id, newsOf(verdict, sale.buyer), verdict);
      if (!verdict.again && sale.holdId) engine.tellBuyer(sale.buyer, sale.holdId, null);
      return { ok: true, booking: describeBooking(show, verdict) };
    }
    case "mismatch":
      return refused("idempotency_mismatch");
    case "refused":
      return describeRefusal(show, verdict.refusal);
    case "hold_lost":
    case "begun":
      return describeRefusal(show, { code: verdict.code });
    case "taken":
      restoreGuards(engine, show, verdict.taken, verdict);
      return refused("seat_taken", { seats: labelsOfTaken(show, verdict.taken) });
  }
}

function describeRefusal(show: Show, refusal: RefusedKey): Refused {
  switch (refusal.code) {
    case "taken":
      return refused("seat_taken", { seats: labelsOf(show, refusal.seats) });
    case "hold_lost":
      return refused("hold_expired");
    case "hold_changed":
      return refused("invalid", { detail: "the hold has other seats now" });
    case "begun":
      return refused("invalid", { sentence: BEGUN.sale });
  }
}

function describeBooking(show: Show, { reference, showId, seats, total }: SoldBooking): Booking {
  return { reference, showId, seats: labelsOf(show, seats), total };
}

function priceOf(show: Show, seat: number): number {
  return show.details.prices[show.seats[seat]?.priceClass ?? "standard"];
}
