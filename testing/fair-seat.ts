/** One seat, sold by the book and one request at a time: what histories for tests are made of. */
import type { Answer } from "#histories/history";
import type { LedgerBooking } from "#histories/ledger";
import type { Question } from "#histories/record";
import { granted, refused } from "./history";

export interface FairSeat {
  ask: (question: Question, nowMs: number, holdMs: number) => Answer;
  /** The bookings that were not cancelled. */
  bookings: () => LedgerBooking[];
}

/** `prefix` makes its holds and references different from those of other seats. */
export function createFairSeat(prefix: string): FairSeat {
  let hold: { buyer: string; holdId: string; untilMs: number } | undefined;
  let booked: LedgerBooking | undefined;
  let count = 0;
  const made: { booking: LedgerBooking; request: string }[] = [];

  return {
    ask(question, nowMs, holdMs) {
      if (hold && hold.untilMs <= nowMs) hold = undefined;
      const { buyer, what, key } = question;
      const own = hold?.buyer === buyer ? hold : undefined;
      const named = own?.holdId === question.holdId ? own : undefined;
      switch (what) {
        case "hold":
          if (booked || (hold && !own)) return refused("seat_taken");
          count += 1;
          hold = own ?? { buyer, holdId: `${prefix}h${count}`, untilMs: nowMs + holdMs };
          return granted({ holdId: hold.holdId, untilMs: hold.untilMs });
        case "extend":
          if (!named) return refused("hold_expired");
          named.untilMs = Math.max(named.untilMs, nowMs + holdMs);
          return granted({ untilMs: named.untilMs });
        case "release":
          if (!named) return refused("hold_expired");
          hold = undefined;
          return granted();
        case "confirm":
        case "book": {
          const request = what === "book" ? what : `confirm ${question.holdId}`;
          const before = made.find(({ booking }) => booking.buyer === buyer && key && booking.key === key);
          if (before && before.request !== request) return refused("idempotency_mismatch");
          if (before) return granted({ reference: before.booking.reference });
          if (what === "confirm" && !named) return refused("hold_expired");
          if (booked || (hold && !own)) return refused("seat_taken");
          count += 1;
          const { show, seats } = question;
          const booking = { buyer, show, seats, key, reference: `${prefix}R${count}` };
          made.push({ booking, request });
          hold = undefined;
          booked = booking;
          return granted({ reference: booking.reference });
        }
        case "cancel": {
          const known = made.find(({ booking }) => booking.reference === question.reference)?.booking;
          if (known?.buyer !== buyer) return refused(known ? "not_yours" : "not_found");
          if (booked === known) booked = undefined;
          return granted();
        }
      }
    },
    bookings: () => (booked ? [booked] : []),
  };
}
