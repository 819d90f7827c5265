/** How far the search for an order has come: the seat, the clock, and what is still to be explained. */
import type { Entry } from "./entries";
import type { Operation } from "./history";
import type { SeatState } from "./seat-state";

export interface Position {
  seat: SeatState;
  /** The operation that brought the seat into its state. */
  since: Operation | undefined;
  nowMs: number;
  /** Everything asked up to here is looked at. */
  askedByMs: number;
  /** What was asked by then, must have happened, and has not. */
  open: Set<Entry>;
  /** What was used of unknown outcomes. */
  used: Set<Entry>;
  /** The seat was free and is had by an operation of unknown outcome that has explained nothing yet. */
  idle: boolean;
}

export function isDone(entry: Entry, { askedByMs, open, used }: Position): boolean {
  const { optional, askedAtMs } = entry.operation;
  return optional ? used.has(entry) : askedAtMs <= askedByMs && !open.has(entry);
}

/** Whether the entry would repeat a sale that was made. */
export function isMade({ attempts }: Entry, position: Position): boolean {
  return attempts.some((attempt) => isDone(attempt, position));
}

/** Whether the entry, if it leaves the seat as it is, does so for good. */
export function isSettled(entry: Entry, position: Position): boolean {
  if (!entry.causes) return isMade(entry, position);
  return entry.causes.every((cause) => isDone(cause, position) || isMade(cause, position));
}

/** Whether the clock may be put forward: not if that ends a hold which another could still have used. */
export function isHarmless({ seat, nowMs }: Position, atMs: number, toleranceMs: number): boolean {
  if (atMs <= nowMs || seat.status !== "held") return true;
  const endMs = seat.ends.byMs + toleranceMs;
  return atMs <= endMs || nowMs > endMs;
}

/** Of two positions of one name: whether the first comes no later, and, if that matters, has used no more. */
export function isNoWorse(one: Position, other: Position, whateverUsed: boolean): boolean {
  if (one.nowMs > other.nowMs) return false;
  if (whateverUsed) return true;
  for (const entry of one.used) if (!other.used.has(entry)) return false;
  return true;
}

/** Positions of one name have the same seat, and the same things to explain. */
export function nameOf(position: Position): string {
  const open = [...position.open].map(({ at }) => at);
  // A sale that is still to be answered makes a difference beyond the seat's state.
  const awaited = [...position.used].filter((entry) => isAwaited(entry, position)).map(({ at }) => at);
  return JSON.stringify([position.seat, open, awaited.sort((a, b) => a - b)]);
}

function isAwaited({ attempts }: Entry, position: Position): boolean {
  return attempts.some((attempt) => !attempt.operation.optional && !isDone(attempt, position));
}
