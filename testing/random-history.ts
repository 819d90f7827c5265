/** Histories of one seat as a fair seller would leave them, with some answers lost, and some told wrong. */
import type { Answer, Operation } from "#histories/history";
import type { LedgerBooking } from "#histories/ledger";
import type { Question } from "#histories/record";
import { createFairSeat } from "./fair-seat";
import { granted, refused } from "./history";
import type { Random } from "./random";

export interface RandomHistoryOptions {
  operations: number;
  buyers: readonly [string, ...string[]];
  /** By how much a question may come before, and an answer after, what it is about. */
  delayMs: number;
  holdMs: number;
  unknownPercent: number;
  seat?: string;
}

export interface RandomHistory {
  operations: Operation[];
  bookings: LedgerBooking[];
}

export function inventHistory(random: Random, options: RandomHistoryOptions): RandomHistory {
  const { buyers, delayMs, holdMs, unknownPercent, seat = "A1" } = options;
  const seller = createFairSeat(`${seat}-`);
  const holds = new Map<string, string>();
  const references = new Map<string, string>();
  const keys = new Map<string, string>();
  const unheard = new Map<string, Question>();
  let count = 0;
  let nowMs = 0;
  const operations = Array.from({ length: options.operations }, (): Operation => {
    nowMs += random.below(4);
    const buyer = random.pick(buyers);
    const again = random.chance(70) ? unheard.get(buyer) : undefined;
    const question = again ?? askSomething(buyer);
    const unknown = random.chance(unknownPercent);
    // Of what nobody hears of, half did not happen.
    const happens = !unknown || random.chance(50);
    const answer = happens ? seller.ask(question, nowMs, 1 + random.below(holdMs)) : null;
    unheard.delete(buyer);
    if (unknown && question.key !== undefined) unheard.set(buyer, question);
    if (answer && !unknown) remember(question, answer);
    const silent = unknown && random.chance(50);
    const told = unknown ? refused(random.pick(["pending", "unavailable"])) : answer;
    return {
      ...question,
      askedAtMs: nowMs - random.below(delayMs),
      answeredAtMs: silent ? null : nowMs + random.below(delayMs),
      answer: silent ? null : told,
    };
  });
  return { operations, bookings: seller.bookings() };

  /** Mostly what makes sense: nobody confirms without a hold more than now and then. */
  function askSomething(buyer: string): Question {
    const question = { buyer, show: "demo", seats: [seat] };
    const holdId = holds.get(buyer) ?? (random.chance(10) ? "h-none" : undefined);
    const reference = references.get(buyer) ?? (random.chance(10) ? "R-none" : undefined);
    const key = keyFor(buyer);
    if (holdId !== undefined && random.chance(65)) {
      const what = random.pick(["extend", "release", "confirm", "confirm"]);
      return { ...question, what, holdId, ...(what === "confirm" && { key }) };
    }
    if (reference !== undefined && random.chance(50)) return { ...question, what: "cancel", reference };
    if (random.chance(60)) return { ...question, what: "hold" };
    return { ...question, what: "book", ...(random.chance(80) && { key }) };
  }

  /** Sometimes the last one again; but after a refusal a buyer takes a new one. */
  function keyFor(buyer: string): string {
    const last = keys.get(buyer);
    if (last !== undefined && random.chance(40)) return last;
    count += 1;
    const key = `${seat}-k${count}`;
    keys.set(buyer, key);
    return key;
  }

  function remember({ buyer, key }: Question, answer: Answer): void {
    if (answer.ok && answer.holdId !== undefined) holds.set(buyer, answer.holdId);
    if (answer.ok && answer.reference !== undefined) references.set(buyer, answer.reference);
    if (!answer.ok && key !== undefined) keys.delete(buyer);
  }
}

const REFUSALS: Record<Operation["what"], string> = {
  hold: "seat_taken",
  book: "seat_taken",
  extend: "hold_expired",
  release: "hold_expired",
  confirm: "hold_expired",
  cancel: "not_found",
};

/** One detail told otherwise. Whether that can still be explained is for others to say. */
export function falsify(random: Random, operations: Operation[]): Operation[] {
  const at = random.below(operations.length);
  const before = operations[at];
  if (!before) return operations;
  return operations.with(at, otherwise(random, before));
}

function otherwise(random: Random, operation: Operation): Operation {
  const { what, answer, answeredAtMs, askedAtMs } = operation;
  if (answer === null || answeredAtMs === null)
    return { ...operation, askedAtMs: askedAtMs + random.below(4) };
  const untilMs = answeredAtMs + random.below(8) - 3;
  if (!answer.ok) {
    switch (what) {
      case "hold":
        return { ...operation, answer: granted({ holdId: "h-new", untilMs }) };
      case "extend":
        return { ...operation, answer: granted({ untilMs }) };
      case "release":
      case "cancel":
        return { ...operation, answer: granted() };
      default:
        return { ...operation, answer: granted({ reference: "R-new" }) };
    }
  }
  switch (random.below(4)) {
    case 0:
      return { ...operation, answer: refused(REFUSALS[what]) };
    case 1:
      return answer.untilMs === undefined ? operation : { ...operation, answer: { ...answer, untilMs } };
    case 2:
      return answer.untilMs === undefined
        ? operation
        : { ...operation, answer: { ...answer, untilAtLatestMs: answer.untilMs + random.below(5) } };
    default: {
      const sooner = Math.max(askedAtMs - 3, 0);
      return { ...operation, askedAtMs: sooner, answeredAtMs: Math.max(sooner, answeredAtMs - 3) };
    }
  }
}
