/**
 * How many seats of a show one address holds. Holding is free, so without a limit one script holds them all; a
 * family or an office does not meet it. A hold counts until it is let go or its time is over, also if it was
 * bought meanwhile: whoever buys seats as fast as others hold them is no better a neighbour.
 */
import type { Hold } from "#contract/outcomes";
import { type Decision, type Refused, refused } from "#server/booking/decision";

export interface SeatOrder {
  buyer: string;
  address: string;
  showId: string;
  seats: string[];
}

export interface HeldSeats {
  /** Makes the attempt unless the address would hold too many seats of the show, and counts what came of it. */
  hold<T extends { hold: Hold }>(order: SeatOrder, attempt: () => Promise<Decision<T>>): Promise<Decision<T>>;
  /** The same for seats that are bought at once. */
  book<T extends object>(order: SeatOrder, attempt: () => Promise<Decision<T>>): Promise<Decision<T>>;
  /** What is left of a hold that was extended or let go. */
  changed(holdId: string, hold: Hold | null): void;
  /** A show that was put back. */
  reset(showId: string): void;
}

export const unlimitedSeats: HeldSeats = {
  hold: (_, attempt) => attempt(),
  book: (_, attempt) => attempt(),
  changed: () => {},
  reset: () => {},
};

/** What one hold, one sale or one attempt under way has of a place: a show, from an address. */
interface Held {
  place: string;
  seats: string[];
  untilMs: number;
}

export interface HeldSeatsDeps {
  limit: number;
  /** How long a hold lasts; seats that are bought at once count for as long. */
  holdTtlMs: number;
  /** The part of the limit that is for this buyer. */
  newcomerShare: (buyer: string) => number;
  /** The clock by which holds end. */
  nowMs: () => number;
}

export function createHeldSeats({ limit, holdTtlMs, newcomerShare, nowMs }: HeldSeatsDeps): HeldSeats {
  const held = new Map<string, Held>();
  /** How many of them have each seat: a hall that races for one seat asks for one. */
  const seatsOf = new Map<string, Map<string, number>>();
  let attempts = 0;

  return {
    hold: (order, attempt) =>
      admit(order, async (key) => {
        const decision = await attempt();
        forget(key);
        if (decision.ok) {
          const { id, seats, expiresAt } = decision.hold;
          count(id, { place: placeOf(order), seats, untilMs: expiresAt });
        }
        return decision;
      }),
    book: (order, attempt) =>
      admit(order, async (key) => {
        const decision = await attempt();
        if (!decision.ok && decision.code !== "pending") forget(key);
        return decision;
      }),
    changed(holdId, hold) {
      const known = held.get(holdId);
      if (!known) return;
      if (hold) count(holdId, { ...known, seats: hold.seats, untilMs: hold.expiresAt });
      else forget(holdId);
    },
    reset(showId) {
      for (const [key, { place }] of held) if (place.startsWith(`${showId} `)) forget(key);
    },
  };

  /** An attempt counts while it is under way, so that many at once see each other. */
  async function admit<T extends object>(
    order: SeatOrder,
    attempt: (key: string) => Promise<Decision<T>>,
  ): Promise<Decision<T>> {
    const place = placeOf(order);
    const refusal = refusalOf(place, order.seats, limit * newcomerShare(order.buyer));
    if (refusal) return refusal;
    attempts += 1;
    const key = `attempt ${attempts}`;
    count(key, { place, seats: order.seats, untilMs: nowMs() + holdTtlMs });
    try {
      return await attempt(key);
    } catch (error) {
      forget(key);
      throw error;
    }
  }

  function refusalOf(place: string, seats: string[], allowed: number): Refused | undefined {
    const fits = () => new Set([...(seatsOf.get(place)?.keys() ?? []), ...seats]).size <= allowed;
    if (fits()) return;
    forgetEnded();
    if (fits()) return;
    const ends = [...held.values()].filter((entry) => entry.place === place).map(({ untilMs }) => untilMs);
    return refused("too_many_held", { retryAfterMs: Math.max(1, Math.ceil(Math.min(...ends) - nowMs())) });
  }

  function count(key: string, entry: Held): void {
    forget(key);
    held.set(key, entry);
    const counts = seatsOf.get(entry.place) ?? new Map<string, number>();
    seatsOf.set(entry.place, counts);
    for (const seat of entry.seats) counts.set(seat, (counts.get(seat) ?? 0) + 1);
  }

  function forget(key: string): void {
    const known = held.get(key);
    if (!known) return;
    held.delete(key);
    const counts = seatsOf.get(known.place);
    for (const seat of known.seats) {
      const left = (counts?.get(seat) ?? 0) - 1;
      if (left > 0) counts?.set(seat, left);
      else counts?.delete(seat);
    }
    if (counts?.size === 0) seatsOf.delete(known.place);
  }

  function forgetEnded(): void {
    for (const [key, { untilMs }] of held) if (untilMs <= nowMs()) forget(key);
  }
}

function placeOf({ address, showId }: SeatOrder): string {
  return `${showId} ${address}`;
}
