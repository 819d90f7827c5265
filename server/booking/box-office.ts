/**
 * The box office: everything that can be asked of it, in one place. The socket and HTTP are two doors to the
 * same counter. An outage of Postgres is answered here as what it means to a buyer.
 */
import type { Booking, BookingDetails, Hold } from "#contract/outcomes";
import { isOutage, PostgresUnavailable } from "#db/outages";
import { readBooking, readBookingsOf, type StoredBooking } from "#db/queries/read-bookings";
import { readPaymentOfHold } from "#db/queries/read-payment-of-hold";
import { CANCEL_BOOKING, type CancelRow } from "#db/transitions/cancel-booking";
import { readChanges } from "#db/transitions/log-changes";
import { RESET_SHOW, type ResetRow } from "#db/transitions/reset-show";
import { askShow } from "./ask-shows";
import { type HoldOrder, holdSeatsFor, newsOf } from "./begin-hold";
import { extendHold, releaseHold } from "./change-hold";
import { BEGUN, type Decision, refused } from "./decision";
import { createEngine, describeHold, type Engine, type EngineDeps, labelsOf } from "./engine";
import { prefixOfReference } from "./ids";
import { bookSeats, confirmHold, endSale } from "./sell";
import { createTimeLimit } from "./time-limit";

export type BoxOffice = ReturnType<typeof createBoxOffice>;

interface Buyer {
  name?: string | undefined;
  email?: string | undefined;
}

export function createBoxOffice(deps: EngineDeps) {
  const engine = createEngine(deps);
  const { readPool, shows, guard, publish, limits } = deps;
  const inTime = createTimeLimit();

  return {
    hold: (order: HoldOrder) =>
      answerOutages(
        "hold",
        unlessPaidFor(order, () => holdSeatsFor(engine, order)),
      ),
    extend: (order: { buyer: string; holdId: string }) => answerOutages("extend", extendHold(engine, order)),
    release: (order: { buyer: string; holdId: string; seats?: string[] | undefined }) =>
      answerOutages(
        "release",
        unlessPaidFor(order, () => releaseHold(engine, order)),
      ),
    confirm: (
      order: {
        buyer: string;
        holdId: string;
        idempotencyKey: string;
        total?: number | undefined;
      } & Buyer,
    ) => answerOutages("confirm", confirmHold(engine, order)),
    /** Only of a hold that is over: it closes the key. Throws in an outage. */
    endSale: (order: { buyer: string; holdId: string; idempotencyKey: string }) => endSale(engine, order),
    book: (order: { buyer: string; showId: string; seats: string[]; idempotencyKey: string } & Buyer) =>
      answerOutages("book", bookSeats(engine, order)),
    cancel: (order: { buyer: string; reference: string }) => answerOutages("cancel", cancel(order)),
    booking: (order: { buyer: string; reference: string }) => answerOutages("read", findBooking(order)),
    holdsOf: (buyer: string, showId: string) => holdsOf(engine.pageFinds, buyer, showId),
    /** The same for who is about to pay, and must not wait for pages. */
    holdsToPay: (buyer: string, showId: string) => holdsOf(engine.finds, buyer, showId),
    bookingsOf,
    resetDemo,
  };

  /** What a buyer is paying for stays as it is. A payment that begins at this moment is refused by its own price. */
  async function unlessPaidFor<T extends object>(
    { buyer, holdId }: { buyer: string; holdId?: string | undefined },
    change: () => Promise<Decision<T>>,
  ): Promise<Decision<T>> {
    const latest = holdId === undefined ? undefined : await readPaymentOfHold(deps.pool, buyer, holdId);
    const paying = latest?.status === "asking" || latest?.status === "authorised";
    return paying && latest.reference === null ? refused("payment_under_way") : change();
  }

  async function findBooking(
    order: { buyer: string; reference: string },
    from = readPool,
  ): Promise<Decision<{ booking: BookingDetails }>> {
    const { reference, buyer } = order;
    const stored = await readBooking(from, reference, prefixOfReference(reference), buyer);
    if (!stored) return refused("not_found");
    if (stored.buyer !== buyer) return refused("not_yours");
    return { ok: true, booking: await describeBooking(stored) };
  }

  async function cancel(order: {
    buyer: string;
    reference: string;
  }): Promise<Decision<{ booking: BookingDetails }>> {
    const found = await findBooking(order, deps.pool);
    if (!found.ok || found.booking.cancelledAt !== null) return found;
    const { showId } = found.booking;
    const { row } = await askShow<CancelRow>(engine, CANCEL_BOOKING, showId, {
      p_reference: order.reference,
      p_buyer: order.buyer,
    });
    if (row.verdict === "begun") return refused("invalid", { sentence: BEGUN.cancellation });
    if (row.verdict !== "cancelled") return refused(row.verdict);
    publish(readChanges(showId, row, "available"));
    const freed = { seats: row.changed ?? [], fences: row.fences ?? [] };
    guard.freed(showId, newsOf(freed, order.buyer));
    return findBooking(order, deps.pool);
  }

  /** The buyer's live holds of a show. */
  async function holdsOf(finds: Engine["finds"], buyer: string, showId: string): Promise<Hold[]> {
    const show = await shows.find(showId);
    if (!show) return [];
    const found = await finds.submit({ showId, buyer });
    // The answer may have been longer on its way than the hold had left.
    const live = found.filter(({ untilMs }) => untilMs > engine.clock.latestMs());
    return live.map((hold) => describeHold(show, hold, limits));
  }

  /** The buyer's bookings, newest first; of one show if given. */
  async function bookingsOf(buyer: string, showId?: string): Promise<BookingDetails[]> {
    const stored =
      showId === undefined
        ? await readBookingsOf(readPool, buyer)
        : await engine.pageBookings.submit({ showId, buyer });
    return Promise.all(stored.map(describeBooking));
  }

  async function describeBooking(stored: StoredBooking): Promise<BookingDetails> {
    const show = await shows.find(stored.showId);
    const booking: Booking = {
      reference: stored.reference,
      showId: stored.showId,
      seats: show ? labelsOf(show, stored.seats) : [],
      total: stored.total,
    };
    const { name, email, createdAtMs: createdAt, cancelledAtMs: cancelledAt } = stored;
    return { ...booking, name, email, createdAt, cancelledAt };
  }

  /** Puts a show back to all available and forgets its bookings: for lessons and load tests only. */
  async function resetDemo(showId: string): Promise<void> {
    const show = await shows.find(showId);
    if (!show) return;
    const { row } = await askShow<ResetRow>(engine, RESET_SHOW, showId);
    publish(readChanges(showId, row, "available"));
    guard.reset(
      showId,
      show.seats.map((_, seat) => ({ seat, fence: row.all_fences[seat] ?? 0, buyer: "" })),
    );
  }

  async function answerOutages<T extends object>(
    operation: string,
    work: Promise<Decision<T>>,
  ): Promise<Decision<T>> {
    let decision: Decision<T>;
    try {
      decision = await inTime(work);
    } catch (error) {
      if (!isOutage(error)) throw error;
      const unknown = error instanceof PostgresUnavailable && error.outcomeUnknown;
      const sale = operation === "confirm" || operation === "book";
      decision = refused(unknown && sale ? "pending" : "unavailable");
    }
    deps.metrics.countOutcome(operation, decision.ok ? "ok" : decision.code);
    return decision;
  }
}
