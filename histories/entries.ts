/** The operations of one seat in the order in which they were asked, with what the search has to know of each. */
import type { SeatOperation } from "./project";
import { mayBeSame, onlyTells } from "./seat-state";

export interface Entry {
  operation: SeatOperation;
  at: number;
  /** An equal operation that can be wherever this one can, and so goes first. */
  goesAfter: Entry | undefined;
  /** All operations of its sale, if it sells. */
  attempts: Entry[];
  /**
   * What could bring the seat into a state that this one changes: the sales it may cancel, the holds it may
   * release. Once they are past it changes nothing any more. An operation that only tells has none; of others it
   * is not known.
   */
  causes: Entry[] | undefined;
}

/** `named` is a buyer who is told from others even with a single operation here. */
export function makeEntries(operations: SeatOperation[], named: string | undefined): Entry[] {
  const signatureOf = signatures(operations, named);
  const inOrder = operations.toSorted((one, other) => one.askedAtMs - other.askedAtMs);
  const alike = new Map<string, Entry[]>();
  const sales = new Map<string, Entry[]>();
  const entries = inOrder.map((operation, at): Entry => {
    const attempts = operation.sale === "" ? [] : listIn(sales, operation.sale);
    const before = listIn(alike, signatureOf(operation));
    const goesAfter = before.findLast((entry) => entry.operation.latestMs <= operation.latestMs);
    const entry: Entry = {
      operation,
      at,
      goesAfter,
      attempts,
      causes: onlyTells(operation) ? [] : undefined,
    };
    if (operation.sale !== "") attempts.push(entry);
    before.push(entry);
    return entry;
  });
  const byBuyer = new Map<string, Entry[]>();
  for (const entry of entries) listIn(byBuyer, entry.operation.buyer).push(entry);
  for (const entry of entries) entry.causes ??= causesOf(entry, listIn(byBuyer, entry.operation.buyer));
  return entries;
}

/**
 * Operations of one signature do the same to a seat. Who does it matters only of buyers who come again, and which
 * sale it is only if it is spoken of again: all others are alike.
 */
function signatures(operations: SeatOperation[], named: string | undefined) {
  const perBuyer = countBy(operations, ({ buyer }) => buyer);
  const perSale = countBy(operations, ({ sale }) => sale);
  return ({ action, buyer, holdId, ends, sale, reference, heard, optional }: SeatOperation): string => {
    const what = [action, optional, ends?.fromMs ?? null, ends?.byMs ?? null];
    if (perBuyer.get(buyer) === 1 && buyer !== named) return JSON.stringify(what);
    const single = perSale.get(sale) === 1 && reference === undefined && buyer !== named;
    return JSON.stringify([...what, buyer, holdId ?? null, single ? null : sale, reference ?? null, heard]);
  };
}

function causesOf({ operation }: Entry, ofBuyer: Entry[]): Entry[] | undefined {
  const { action, holdId, reference, latestMs } = operation;
  if (action !== "release" && action !== "cancel") return undefined;
  return ofBuyer.filter(({ operation: other }) => {
    if (other.askedAtMs > latestMs) return false;
    if (action === "release") return other.action === "hold" && mayBeSame(other.holdId, holdId);
    return other.sale !== "" && mayBeSame(other.reference, reference);
  });
}

function countBy<T>(all: T[], nameOf: (one: T) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const one of all) counts.set(nameOf(one), (counts.get(nameOf(one)) ?? 0) + 1);
  return counts;
}

function listIn<T>(lists: Map<string, T[]>, name: string): T[] {
  const list = lists.get(name) ?? [];
  lists.set(name, list);
  return list;
}
