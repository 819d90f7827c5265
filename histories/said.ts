/** What an operation did to which seats, or what its refusal says about them. */
import { type Operation, outcomeOf } from "./history";
import type { Action } from "./seat-state";

export interface Said {
  /** About each of its seats, or about one of them, and the answer does not say which. */
  about: "each" | "one";
  seats: [seat: string, action: Action][];
}

export function readOperation(operation: Operation): Said {
  return outcomeOf(operation) === "refused" ? readRefusal(operation) : readGrant(operation);
}

/** Granted, or perhaps. */
function readGrant({ what, seats, answer }: Operation): Said {
  const named = (answer?.ok ? answer.seats : undefined) ?? seats;
  const unnamed = seats.filter((seat) => !named.includes(seat));
  switch (what) {
    case "hold": {
      // Of the seats asked for, one that is not in the answered hold is in another of the buyer's.
      const asked = seats.filter((seat) => named.includes(seat));
      return { about: "each", seats: [...all(asked, "hold"), ...all(unnamed, "was-held")] };
    }
    case "extend":
    case "confirm":
      return { about: "each", seats: [...all(named, what), ...all(unnamed, "was-not-held")] };
    default:
      return { about: "each", seats: all([...new Set([...seats, ...named])], what) };
  }
}

/**
 * Most codes say nothing about a seat. Seats that a refusal names as taken were all taken; a hold of several
 * seats is over for its owner when one of them is.
 */
function readRefusal({ what, seats, answer }: Operation): Said {
  const action = answer && !answer.ok ? toldBy(what, answer.code) : undefined;
  if (!action) return { about: "each", seats: [] };
  const named = answer?.seats ?? seats;
  const each = named.length === 1 || (action === "was-taken" && answer?.seats !== undefined);
  return { about: each ? "each" : "one", seats: all(named, action) };
}

function toldBy(what: Operation["what"], code: string): Action | undefined {
  const gone = code === "not_found" || code === "not_yours";
  switch (what) {
    case "hold":
    case "book":
      return code === "seat_taken" ? "was-taken" : undefined;
    case "cancel":
      return gone ? "was-not-booked" : undefined;
    default:
      return gone || code === "seat_taken" || code === "hold_expired" ? "was-not-held" : undefined;
  }
}

function all(seats: string[], action: Action): Said["seats"] {
  return seats.map((seat) => [seat, action]);
}
