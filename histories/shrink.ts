/**
 * Makes an illegal history few: operations are left out, in halves, quarters and at last one by one, as long as
 * the same answer breaks the same rule on the same seat, or the ledger does.
 *
 * No answer is changed, and nothing unknown becomes known by being left out: as long as a hold or a sale stays,
 * it must be wrong also if everything that may have ended or prolonged it is of unknown outcome. Otherwise the
 * few would tell of a contradiction that never was, such as a second sale of a seat whose first was cancelled.
 */
import { type CheckOptions, checkHistory } from "./check";
import type { Finding, Rule } from "./finding";
import { type History, type Operation, outcomeOf } from "./history";
import { isSale } from "./sales";
import { mayBeSame } from "./seat-state";

/** The ledger itself is wrong; the operations of such a finding are those that it is held against. */
const NO_ANSWER_TO_BLAME = new Set<Rule>(["refused-yet-booked", "booked-unasked", "ledger-disagrees"]);

/** `finding` is one of those that `checkHistory` had with the same options. */
export function shrinkHistory(history: History, finding: Finding, options: CheckOptions = {}): History {
  const { rule, show, seat } = finding;
  const [blamed] = finding.operations;
  // What the ledger has in the end may contradict any answer, also the last.
  const isBlamed = !NO_ANSWER_TO_BLAME.has(rule);
  const answeredAtMs = (isBlamed ? blamed?.answeredAtMs : null) ?? Number.POSITIVE_INFINITY;
  const before = withLastWords(history, (one) => one.askedAtMs <= answeredAtMs);
  let few = history.operations;

  // What is wrong mostly has its reason shortly before, or in what the same buyer did.
  const here = before.filter((one) => one.show === show && one.seats.includes(seat));
  const own = here.filter((one) => one.buyer === blamed?.buyer && outcomeOf(one) !== "refused");
  if (!beginWithLast(own)) beginWithLast(here);
  for (let parts = 2; few.length > 0; ) {
    if (leaveOutOneOf(parts)) parts = Math.max(2, parts - 1);
    else if (parts >= few.length) break;
    else parts = Math.min(few.length, parts * 2);
  }
  return { ...history, operations: few };

  function beginWithLast(some: Operation[]): boolean {
    for (let last = 1; ; last *= 2) {
      if (attempt([...finding.operations, ...some.slice(-last)])) return true;
      if (last >= some.length) return false;
    }
  }

  function leaveOutOneOf(parts: number): boolean {
    const size = Math.ceil(few.length / parts);
    for (let from = 0; from < few.length; from += size) {
      if (attempt([...few.slice(0, from), ...few.slice(from + size)])) return true;
    }
    return false;
  }

  function attempt(operations: Operation[]): boolean {
    const chosen = new Set(operations);
    // Answers that contradict each other under one key do so whatever became of the seat.
    const alone = rule === "key-answered-differently";
    const fewer = alone ? few.filter((one) => chosen.has(one)) : withNamedHolds(chosen, before);
    if (fewer.length >= few.length || !isStillWrong(fewer)) return false;
    const ends = alone ? [] : endsOf(fewer, before);
    if (ends.length > 0 && !isStillWrong([...fewer, ...ends])) return false;
    few = fewer;
    return true;
  }

  function isStillWrong(operations: Operation[]): boolean {
    const verdict = checkHistory({ ...history, operations }, options);
    const same = (one: Finding) =>
      one.rule === rule &&
      one.show === show &&
      one.seat === seat &&
      (!isBlamed || one.operations[0] === blamed);
    return !verdict.legal && verdict.findings.some(same);
  }
}

/** Some of the operations, and whatever later answer was the last word under the key of one of them. */
function withLastWords({ operations }: History, isChosen: (one: Operation) => boolean): Operation[] {
  const keys = new Set(operations.filter((one) => isChosen(one) && isSale(one)).map(keyOf));
  return operations.filter(
    (one) => isChosen(one) || (one.key !== undefined && isSale(one) && keys.has(keyOf(one))),
  );
}

function keyOf({ buyer, key }: Operation): string {
  return JSON.stringify([buyer, key]);
}

/** What is done with a hold makes sense only after the hold: one answer that granted it stays. */
function withNamedHolds(chosen: Set<Operation>, all: Operation[]): Operation[] {
  const named = new Set([...chosen].map(({ what, holdId }) => (what === "hold" ? undefined : holdId)));
  for (const operation of chosen) named.delete(heldBy(operation));
  const kept = new Set(chosen);
  for (const operation of all) {
    const holdId = heldBy(operation);
    if (holdId === undefined || !named.delete(holdId)) continue;
    kept.add(operation);
  }
  return all.filter((one) => kept.has(one));
}

function heldBy({ what, answer }: Operation): string | undefined {
  return what === "hold" && answer?.ok ? answer.holdId : undefined;
}

/** What was left out and may have ended or prolonged what is left, as if nobody had heard of it. */
function endsOf(left: Operation[], all: Operation[]): Operation[] {
  const known = new Set(left.filter((one) => outcomeOf(one) !== "refused"));
  for (const grant of known) {
    for (const other of all) if (outcomeOf(other) !== "refused" && mayEnd(other, grant)) known.add(other);
  }
  for (const operation of left) known.delete(operation);
  return [...known].map((operation) => ({ ...operation, answeredAtMs: null, answer: null }));
}

function mayEnd(later: Operation, grant: Operation): boolean {
  if (later.buyer !== grant.buyer || later.show !== grant.show) return false;
  if (!later.seats.some((seat) => grant.seats.includes(seat))) return false;
  if (later.answeredAtMs !== null && later.answeredAtMs < grant.askedAtMs) return false;
  const heard = grant.answer?.ok ? grant.answer : undefined;
  if (later.what === "cancel") return isSale(grant) && mayBeSame(later.reference, heard?.reference);
  return grant.what === "hold" && later.what !== "hold" && mayBeSame(later.holdId, heard?.holdId);
}
