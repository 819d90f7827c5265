/**
 * Which operations are repetitions of one sale. A buyer's key names a sale; where there is no key the reference
 * in the answer does; an operation with neither is a sale by itself.
 */
import { type History, type Operation, outcomeOf } from "./history";
import type { Ledger } from "./ledger";

export interface Sale {
  id: string;
  /** From whichever answer, or the ledger, has it. */
  reference: string | undefined;
  /** The requests under this key that were granted, and those that were refused for good. */
  granted: Set<string>;
  refused: Set<string>;
}

export function findSales(history: History, ledger: Ledger | undefined): Map<Operation, Sale> {
  const sales = new Map<string, Sale>();
  const found = new Map<Operation, Sale>();
  const keyed = ledger?.bookings.filter(({ key }) => key !== undefined) ?? [];
  const written = new Map(
    keyed.map(({ buyer, key, reference }) => [JSON.stringify([buyer, key]), reference]),
  );
  for (const [at, operation] of history.operations.entries()) {
    if (!isSale(operation)) continue;
    const { buyer, key, answer } = operation;
    const heard = answer?.ok ? answer.reference : undefined;
    const id = JSON.stringify([buyer, key ?? null, key === undefined ? (heard ?? at) : null]);
    const sale = sales.get(id) ?? { id, reference: undefined, granted: new Set(), refused: new Set() };
    sale.reference ??= heard ?? written.get(JSON.stringify([buyer, key]));
    if (outcomeOf(operation) === "granted") sale.granted.add(requestOf(operation));
    if (isRefusedForGood(operation)) sale.refused.add(requestOf(operation));
    sales.set(id, sale);
    found.set(operation, sale);
  }
  return found;
}

/**
 * Answers are final: an attempt nobody heard of did not happen, before or after, if its request was refused under
 * its key, or if the key sold another request.
 */
export function isVoid(operation: Operation, { granted, refused }: Sale): boolean {
  const request = requestOf(operation);
  return (
    outcomeOf(operation) === "unknown" &&
    (refused.has(request) || (granted.size > 0 && !granted.has(request)))
  );
}

export function isSale({ what }: Operation): boolean {
  return what === "confirm" || what === "book";
}

/** A request that came too often was turned away undecided: it may be repeated with its key. */
export function isRefusedForGood(operation: Operation): boolean {
  const { answer } = operation;
  return outcomeOf(operation) === "refused" && answer?.ok === false && answer.code !== "rate_limited";
}

/** What was asked for, by which the same key for another request is told from a repetition. */
export function requestOf({ what, show, holdId, seats }: Operation): string {
  if (what === "confirm" && holdId !== undefined) return JSON.stringify([what, holdId]);
  return JSON.stringify([what, show, ...seats.toSorted()]);
}
