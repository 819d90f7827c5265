/**
 * One seat, and what each operation on it does: the rules of docs/spec.md for a single seat, as a function.
 * A hold's end is known as a span, because a recorder learns it over a network and of some holds not at all:
 * the seat may be another's from the span's beginning on, and may still be the holder's up to its end.
 */
export type SeatState =
  | { status: "available" }
  | { status: "held"; buyer: string; holdId: string | undefined; ends: Span }
  | { status: "booked"; buyer: string; key: string | undefined; reference: string | undefined };

export interface Span {
  fromMs: number;
  byMs: number;
}

/**
 * The six operations change a seat. The other four are what an answer says about it: that it was `taken` by
 * another, that the hold was over, that the booking was not there, that the buyer holds it already.
 */
export type Action =
  | "hold"
  | "extend"
  | "release"
  | "confirm"
  | "book"
  | "cancel"
  | "was-taken"
  | "was-not-held"
  | "was-not-booked"
  | "was-held";

export interface SeatAction {
  action: Action;
  buyer: string;
  holdId: string | undefined;
  /** Of a hold or an extension, unless its outcome is unknown. */
  ends: Span | undefined;
  /** Of a sale. */
  key: string | undefined;
  /** Of a sale, if anybody heard it; of a cancellation, what it asks for. */
  reference: string | undefined;
  /** Of a cancellation: its reference is known to be a certain sale's, and so not that of another. */
  heard: boolean;
}

export interface Taken {
  atMs: number;
  seat: SeatState;
}

export const AVAILABLE: SeatState = { status: "available" };
const ANY_TIME: Span = { fromMs: Number.NEGATIVE_INFINITY, byMs: Number.POSITIVE_INFINITY };

/** The seat after the action, at the earliest moment from `atMs` on that allows it; undefined if none does. */
export function take(seat: SeatState, act: SeatAction, atMs: number, toleranceMs: number): Taken | undefined {
  const unchanged = { atMs, seat };
  const own = seat.status === "held" && seat.buyer === act.buyer;
  const ownHold = own && mayBeSame(seat.holdId, act.holdId);
  const lapsedAtMs = seat.status === "held" ? Math.max(atMs, seat.ends.fromMs - toleranceMs) : atMs;
  const live = seat.status === "held" && atMs <= seat.ends.byMs + toleranceMs;

  switch (act.action) {
    case "hold": {
      if (seat.status === "booked") return undefined;
      const again = ownHold && act.ends !== undefined && act.ends.byMs >= seat.ends.fromMs - toleranceMs;
      const holdId = act.holdId ?? (again ? seat.holdId : undefined);
      const held: SeatState = { status: "held", buyer: act.buyer, holdId, ends: act.ends ?? ANY_TIME };
      return { atMs: again ? atMs : lapsedAtMs, seat: held };
    }
    case "extend": {
      if (!ownHold || !live) return undefined;
      const ends = act.ends ?? { fromMs: seat.ends.fromMs, byMs: ANY_TIME.byMs };
      if (ends.byMs < seat.ends.fromMs - toleranceMs) return undefined;
      return { atMs, seat: { ...seat, holdId: act.holdId ?? seat.holdId, ends } };
    }
    case "release":
      // Letting go twice changes nothing the second time.
      return ownHold ? { atMs, seat: AVAILABLE } : unchanged;
    case "confirm":
      return ownHold && live ? { atMs, seat: bookedBy(act) } : undefined;
    case "book":
      if (seat.status === "booked") return undefined;
      return { atMs: own ? atMs : lapsedAtMs, seat: bookedBy(act) };
    case "cancel": {
      const mine = seat.status === "booked" && seat.buyer === act.buyer;
      const named =
        mine && (seat.reference === undefined ? !act.heard : mayBeSame(seat.reference, act.reference));
      return named ? { atMs, seat: AVAILABLE } : unchanged;
    }
    case "was-taken":
      return seat.status === "booked" || (live && !own) ? unchanged : undefined;
    case "was-not-held": {
      // A hold whose id nobody heard may be another than the one that was named.
      const surely = own && (act.holdId === undefined || act.holdId === seat.holdId);
      return surely ? { atMs: lapsedAtMs, seat } : unchanged;
    }
    case "was-not-booked": {
      const there = seat.status === "booked" && seat.buyer === act.buyer;
      return there && act.reference !== undefined && act.reference === seat.reference ? undefined : unchanged;
    }
    case "was-held":
      return own && live ? unchanged : undefined;
  }
}

/** Whether an action can never change a seat, whatever its state. */
export function onlyTells({ action }: SeatAction): boolean {
  return action.startsWith("was-");
}

function bookedBy({ buyer, key, reference }: SeatAction): SeatState {
  return { status: "booked", buyer, key, reference };
}

/** Of two names, unless both are known and differ. */
export function mayBeSame(one: string | undefined, other: string | undefined): boolean {
  return one === undefined || other === undefined || one === other;
}
