/** Answers are final: under one key the same request is answered the same every time, and there is one booking. */
import { describeOperation, type Finding } from "./finding";
import { type History, type Operation, outcomeOf } from "./history";
import { isRefusedForGood, isSale, requestOf } from "./sales";

export function checkKeys({ operations }: History): Finding[] {
  return salesByKey(operations).flatMap((attempts) => {
    const decided = attempts.filter((one) => outcomeOf(one) === "granted" || isRefusedForGood(one));
    const inOrder = decided.toSorted((a, b) => (a.answeredAtMs ?? 0) - (b.answeredAtMs ?? 0));
    for (const [at, later] of inOrder.entries()) {
      const earlier = inOrder.slice(0, at).find((one) => contradict(one, later));
      if (earlier) return [differently(earlier, later)];
    }
    return [];
  });
}

function salesByKey(operations: Operation[]): Operation[][] {
  const sales = new Map<string, Operation[]>();
  for (const operation of operations) {
    const { buyer, key } = operation;
    if (key === undefined || !isSale(operation)) continue;
    const id = JSON.stringify([buyer, key]);
    sales.set(id, [...(sales.get(id) ?? []), operation]);
  }
  return [...sales.values()];
}

/** Another request under the same key may be refused for that, or for reasons of its own, but sells nothing. */
function contradict(one: Operation, other: Operation): boolean {
  const sameRequest = requestOf(one) === requestOf(other);
  if (one.answer?.ok && other.answer?.ok)
    return !sameRequest || differ(one.answer.reference, other.answer.reference);
  return sameRequest && codeOf(one) !== codeOf(other);
}

function codeOf({ answer }: Operation): string {
  return answer && !answer.ok ? answer.code : "ok";
}

function differ(one: string | undefined, other: string | undefined): boolean {
  return one !== undefined && other !== undefined && one !== other;
}

function differently(earlier: Operation, later: Operation): Finding {
  const seat = later.seats.find((one) => earlier.seats.includes(one)) ?? later.seats[0] ?? "";
  const both = `${describeOperation(later)} contradicts ${describeOperation(earlier)}`;
  return {
    rule: "key-answered-differently",
    show: later.show,
    seat,
    operations: [later, earlier],
    sentence: `${seat} of ${later.show}: under the key ${later.key}, ${both}.`,
  };
}
