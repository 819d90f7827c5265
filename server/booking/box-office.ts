/**
 * The box office: everything that can be asked of it, in one place. The socket and HTTP are two doors to the
 * same counter. An outage of Postgres is answered here as what it means to a buyer.
 */
import type { Booking, BookingDetails, Hold } from "#contract/outcomes";
import { cancelBooking } from "#db/queries/cancel-booking";
import { readBooking, readBookingsOf, type StoredBooking } from "#db/queries/read-bookings";
import { resetShow } from "#db/queries/reset-show";
import { type Decision, refused } from "./decisions";
import { createEngine, describeHold, type EngineDeps, labelsOf, tellOfUnheard } from "./engine";
import { type HoldOrder, holdSeatsFor } from "./hold-seats";
import { extendHold, releaseHold } from "./keep-hold";
import { isOutage, PostgresUnavailable, repeatedOnOutage } from "./outages";
import { bookSeats, confirmHold } from "./sell-seats";

export type BoxOffice = ReturnType<typeof createBoxOffice>;

interface Buyer {
  name?: string | undefined;
  email?: string | undefined;
}

export function createBoxOffice(deps: EngineDeps) {
  const engine = createEngine(deps);
  const { pool, shows, guard, publish, limits } = deps;

  return {
    hold: (order: HoldOrder) => counted("hold", holdSeatsFor(engine, order)),
    extend: (order: { customer: string; holdId: string }) => counted("extend", extendHold(engine, order)),
    release: (order: { customer: string; holdId: string; seats?: string[] | undefined }) =>
      counted("release", releaseHold(engine, order)),
    confirm: (
      order: {
        customer: string;
        holdId: string;
        idempotencyKey: string;
        total?: number | undefined;
      } & Buyer,
    ) => counted("confirm", confirmHold(engine, order)),
    book: (order: { customer: string; showId: string; seats: string[]; idempotencyKey: string } & Buyer) =>
      counted("book", bookSeats(engine, order)),
    cancel: (order: { customer: string; reference: string }) => counted("cancel", cancel(order)),
    booking: (order: { customer: string; reference: string }) => counted("read", findBooking(order)),
    holdsOf,
    bookingsOf,
    resetDemo,
  };

  async function findBooking(order: {
    customer: string;
    reference: string;
  }): Promise<Decision<{ booking: BookingDetails }>> {
    const stored = await readBooking(pool, order.reference);
    if (!stored) return refused("not_found");
    if (stored.customer !== order.customer) return refused("not_yours");
    return { ok: true, booking: await describeBooking(stored) };
  }

  async function cancel(order: {
    customer: string;
    reference: string;
  }): Promise<Decision<{ booking: BookingDetails }>> {
    const found = await findBooking(order);
    if (!found.ok || found.booking.cancelledAt !== null) return found;
    const { reference, showId, seats } = found.booking;
    const changes = await repeatedOnOutage(
      () => cancelBooking(pool, reference, showId),
      () => tellOfUnheard(deps, [{ showId }]),
    );
    publish(changes);
    guard.cancelled(showId, order.customer, seats);
    return findBooking(order);
  }

  /** The buyer's live holds of a show. */
  async function holdsOf(customer: string, showId: string): Promise<Hold[]> {
    const show = await shows.find(showId);
    if (!show) return [];
    const found = await engine.finds.submit({ showId, customer });
    return found.map((hold) => describeHold(show, hold, limits));
  }

  /** The buyer's bookings, newest first; of one show if given. */
  async function bookingsOf(customer: string, showId?: string): Promise<BookingDetails[]> {
    const stored = await readBookingsOf(pool, customer, showId);
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
    publish(await resetShow(pool, showId));
    guard.clear(
      showId,
      show.seats.map(({ label }) => label),
    );
  }

  async function counted<T extends object>(
    operation: string,
    work: Promise<Decision<T>>,
  ): Promise<Decision<T>> {
    let decision: Decision<T>;
    try {
      decision = await work;
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
