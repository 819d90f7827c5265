/**
 * A history seen from each of its seats. An operation over several seats becomes an action on each of them, as
 * if they had been asked for apart. A refusal that does not name its seats is kept aside: one of them is reason
 * enough, and the answer does not say which.
 */
import { type History, type Operation, outcomeOf } from "./history";
import { type Ledger, ownersOf, seatIdOf } from "./ledger";
import { readOperation } from "./said";
import { findSales, isSale, isVoid, type Sale } from "./sales";
import type { Action, SeatAction } from "./seat-state";

export interface SeatOperation extends SeatAction {
  source: Operation;
  show: string;
  seat: string;
  askedAtMs: number;
  /** It happened by then, if it happened. */
  latestMs: number;
  /** Its outcome is unknown: it may have happened at any time after it was asked, or never. */
  optional: boolean;
  /** Operations of one sale are repetitions of each other; empty for what sells nothing. */
  sale: string;
}

export interface SeatHistory {
  show: string;
  seat: string;
  operations: SeatOperation[];
}

export interface ProjectOptions {
  ledger: Ledger | undefined;
  toleranceMs: number;
  refusalsMustBeJust: boolean;
}

export interface Projection {
  seats: SeatHistory[];
  /** Refusals that one of their seats must explain. */
  oneOf: SeatOperation[][];
}

export function project(history: History, options: ProjectOptions): Projection {
  const sales = findSales(history, options.ledger);
  const ends = lastEnds(history);
  const heard = new Set([...sales.values()].flatMap(({ reference }) => reference ?? []));
  const seats = new Map<string, SeatHistory>();
  const oneOf: SeatOperation[][] = [];
  for (const source of history.operations) {
    const sale = sales.get(source);
    if (sale && isVoid(source, sale)) continue;
    const known: Known = {
      sale,
      holdEndsMs: ends.get(source.holdId ?? "") ?? Number.POSITIVE_INFINITY,
      heard: source.reference !== undefined && heard.has(source.reference),
      toleranceMs: options.toleranceMs,
    };
    const said = readOperation(source);
    const placed = said.seats
      .filter(([, action]) => action !== "was-taken" || options.refusalsMustBeJust)
      .map(([seat, action]) => onSeat(source, seat, action, known));
    if (said.about === "one" && placed.length > 0) oneOf.push(placed);
    for (const one of placed) {
      const { operations } = seatOf(one.show, one.seat);
      if (said.about === "each") operations.push(one);
    }
  }
  // A seat that only the ledger knows is judged too: nothing explains it.
  if (options.ledger) for (const { show, seat } of ownersOf(options.ledger).values()) seatOf(show, seat);
  return { seats: [...seats.values()], oneOf };

  function seatOf(show: string, seat: string): SeatHistory {
    const id = seatIdOf(show, seat);
    const known = seats.get(id) ?? { show, seat, operations: [] };
    seats.set(id, known);
    return known;
  }
}

/** What the rest of the history says about an operation. */
interface Known {
  sale: Sale | undefined;
  /** The last end that was promised of the hold it names. */
  holdEndsMs: number;
  /** The reference it names was answered to somebody. */
  heard: boolean;
  toleranceMs: number;
}

function onSeat(source: Operation, seat: string, action: Action, known: Known): SeatOperation {
  const { sale, holdEndsMs, heard, toleranceMs } = known;
  const { what, buyer, show, holdId, key, answer, askedAtMs, answeredAtMs } = source;
  const optional = outcomeOf(source) === "unknown";
  const granted = answer?.ok ? answer : undefined;
  const ends = action === "hold" || action === "extend" ? spanOf(granted) : undefined;
  // What is done with a hold is done before it ends, and a hold is granted before its own end.
  const dueMs = (ends?.byMs ?? (action === "release" ? holdEndsMs : Number.POSITIVE_INFINITY)) + toleranceMs;
  const sells = isSale(source) && action === what;
  return {
    source,
    show,
    seat,
    action,
    buyer,
    holdId: granted?.holdId ?? holdId,
    ends,
    key,
    reference: what === "cancel" ? source.reference : sale?.reference,
    heard,
    askedAtMs,
    latestMs: optional ? Number.POSITIVE_INFINITY : Math.min(answeredAtMs ?? Number.POSITIVE_INFINITY, dueMs),
    optional,
    sale: sells && sale ? sale.id : "",
  };
}

function spanOf(granted: { untilMs?: number | undefined; untilAtLatestMs?: number | undefined } | undefined) {
  if (granted?.untilMs === undefined) return undefined;
  return { fromMs: granted.untilMs, byMs: granted.untilAtLatestMs ?? granted.untilMs };
}

/** The last end that was promised of each hold; of a hold that may have been extended unheard, none. */
function lastEnds({ operations }: History): Map<string, number> {
  const ends = new Map<string, number>();
  for (const operation of operations) {
    const { what, holdId, answer } = operation;
    const granted = answer?.ok ? answer : undefined;
    const id = granted?.holdId ?? holdId;
    const unheard = what === "extend" && outcomeOf(operation) === "unknown";
    const endMs = unheard ? Number.POSITIVE_INFINITY : spanOf(granted)?.byMs;
    if (id !== undefined && endMs !== undefined) ends.set(id, Math.max(ends.get(id) ?? endMs, endMs));
  }
  return ends;
}
