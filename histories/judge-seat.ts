/**
 * What is wrong with one seat's history. The answer to blame is the first that no order explains; the rule it
 * breaks is found by letting rules go until it is explained.
 */
import { describeOperation, describeSeat, type Finding, type Rule, ruleOfTelling } from "./finding";
import { findOrder, type OrderOptions } from "./order";
import type { SeatHistory, SeatOperation } from "./project";

export function judgeSeat(history: SeatHistory, options: OrderOptions): Finding | undefined {
  const { show, seat, operations } = history;
  const order = findOrder(operations, options);
  if (order.found) return undefined;
  const at = { show, seat };
  if (order.gaveUp) {
    const sentence = `${seat} of ${show}: there are too many orders to try them all.`;
    return { ...at, rule: "undecided", operations: [], sentence };
  }
  const since = order.since ? ` since ${describeOperation(order.since)}` : "";
  const state = `${describeSeat(order.seat)}${since}`;
  const before = order.since ? [order.since] : [];
  if (!order.blamed) {
    const owner = options.owner?.buyer ?? "nobody";
    const sentence = `${seat} of ${show}: by the ledger it belongs to ${owner}, but it is ${state}.`;
    return { ...at, rule: "ledger-disagrees", operations: before, sentence };
  }
  const { source } = order.blamed;
  const sentence = `${seat} of ${show}: ${describeOperation(source)} cannot be explained; the seat was ${state}.`;
  const rule = ruleBrokenBy(order.blamed, operations, options.toleranceMs);
  return { ...at, rule, operations: [source, ...before.filter((one) => one !== source)], sentence };
}

function ruleBrokenBy(blamed: SeatOperation, operations: SeatOperation[], toleranceMs: number): Rule {
  const { action, source } = blamed;
  const told = ruleOfTelling(action);
  if (told) return told;
  if (blamed.sale !== "" && !explains(salesOf(operations))) return "sold-twice";
  if (explains(operations.map(endingEarly))) return "hold-broken";
  if (explains(operations.map(endingLate))) return "lapsed-hold-used";
  return action === "hold" || action === "book" ? "granted-twice" : "no-such-hold";

  function explains(others: SeatOperation[]): boolean {
    return findOrder(others, { toleranceMs, until: source }).found;
  }
}

/** Only what sells and what takes a sale back. */
function salesOf(operations: SeatOperation[]): SeatOperation[] {
  return operations.flatMap((operation) => {
    if (operation.action === "confirm") return [{ ...operation, action: "book" }];
    return operation.action === "book" || operation.action === "cancel" ? [operation] : [];
  });
}

function endingEarly(operation: SeatOperation): SeatOperation {
  const { ends } = operation;
  return ends ? { ...operation, ends: { ...ends, fromMs: Number.NEGATIVE_INFINITY } } : operation;
}

function endingLate(operation: SeatOperation): SeatOperation {
  const { ends, optional } = operation;
  const answeredAtMs = operation.source.answeredAtMs ?? Number.POSITIVE_INFINITY;
  const latestMs = optional ? operation.latestMs : answeredAtMs;
  return { ...operation, ends: ends && { ...ends, byMs: Number.POSITIVE_INFINITY }, latestMs };
}
