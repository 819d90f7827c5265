/** What is wrong with a history, as a sentence and as the operations it is about. */
import type { Operation } from "./history";
import type { Action, SeatState } from "./seat-state";

export type Rule =
  /** Two sales of a seat with no cancellation between them. */
  | "sold-twice"
  /** A seat granted while it was another's. */
  | "granted-twice"
  /** A hold that ended before its time. */
  | "hold-broken"
  /** A hold that was extended, released or confirmed after its end. */
  | "lapsed-hold-used"
  /** A hold that was extended or confirmed and was not there. */
  | "no-such-hold"
  /** A hold that was released, or a booking that was cancelled, by another than its owner. */
  | "not-the-owner"
  /** A free seat, or the buyer's own, that was refused as taken. */
  | "unjust-refusal"
  /** One key, and answers that contradict each other. */
  | "key-answered-differently"
  /** A booking that was acknowledged and is gone. */
  | "booking-lost"
  /** A booking under a key whose buyer was refused. */
  | "refused-yet-booked"
  /** A booking in the ledger that nobody asked for. */
  | "booked-unasked"
  /** Every answer can be explained, but not with the seat's owner in the ledger. */
  | "ledger-disagrees"
  /** There are more orders than can be tried: neither legal nor illegal. */
  | "undecided";

export interface Finding {
  rule: Rule;
  show: string;
  seat: string;
  /** The one that cannot be explained first, if there is one, then those it contradicts. */
  operations: Operation[];
  sentence: string;
}

/** The rule that is broken when what an answer tells about a seat is not so. */
export function ruleOfTelling(action: Action): Rule | undefined {
  switch (action) {
    case "was-taken":
      return "unjust-refusal";
    case "was-not-held":
    case "was-held":
      return "hold-broken";
    case "was-not-booked":
      return "booking-lost";
    default:
      return undefined;
  }
}

export function describeOperation({
  buyer,
  what,
  seats,
  askedAtMs,
  answeredAtMs,
  answer,
}: Operation): string {
  const asked = `${buyer}'s ${what} of ${seats.join(", ")} (asked at ${roundMs(askedAtMs)}`;
  if (answer === null || answeredAtMs === null) return `${asked}, never answered)`;
  return `${asked}, answered ${describeAnswer(answer)} at ${roundMs(answeredAtMs)})`;
}

export function describeSeat(seat: SeatState): string {
  switch (seat.status) {
    case "available":
      return "free";
    case "booked":
      return `sold to ${seat.buyer}`;
    case "held": {
      const { fromMs } = seat.ends;
      return `held by ${seat.buyer}${Number.isFinite(fromMs) ? ` until ${roundMs(fromMs)}` : ""}`;
    }
  }
}

function describeAnswer(answer: NonNullable<Operation["answer"]>): string {
  if (!answer.ok) return answer.code;
  const details = [answer.holdId, answer.reference].filter((detail) => detail !== undefined);
  if (answer.untilMs !== undefined) details.push(`until ${roundMs(answer.untilMs)}`);
  return ["ok", ...details].join(" ");
}

function roundMs(ms: number): string {
  return `${Math.round(ms * 1_000) / 1_000} ms`;
}
