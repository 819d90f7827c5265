/**
 * Looks for an order of one seat's operations that explains all their answers. It is the search of Wing and Gong,
 * with Lowe's memo, answer by answer: in the order in which answers were due, every position from which the next
 * answer can be explained is kept, and what may have happened meanwhile is put before it only if need be. So the
 * answer at which no position is left is the one to blame.
 *
 * Every operation happens at one moment between question and answer, and is placed at the earliest that its place
 * in the order allows: orders are searched, not moments. What leaves the seat as it is, and always will, is taken
 * as soon as it is true, since that cannot stand in another's way. Of operations that do the same, the one that is
 * due first goes first. And a position that uses more unknown outcomes than another, or comes later, is dropped.
 */
import { type Entry, makeEntries } from "./entries";
import type { Operation } from "./history";
import { isSameBooking, type LedgerBooking } from "./ledger";
import { isDone, isHarmless, isMade, isNoWorse, isSettled, nameOf, type Position } from "./position";
import type { SeatOperation } from "./project";
import { AVAILABLE, type SeatState, type Taken, take } from "./seat-state";

export interface OrderOptions {
  toleranceMs: number;
  /** Who has the seat in the end: a booking, nobody (null) or, left out, no matter who. */
  owner?: LedgerBooking | null | undefined;
  /** Only up to this answer. */
  until?: Operation | undefined;
}

export interface Order {
  found: boolean;
  /** Too many positions to try them all: there may be an order. */
  gaveUp: boolean;
  /** The first answer that cannot be explained; none if only the end is wrong. */
  blamed: SeatOperation | undefined;
  /** How the seat was at the end, or before what is to blame, and since which operation. */
  seat: SeatState;
  since: Operation | undefined;
}

/** Some seconds of work. Only very many unknown outcomes of buyers who come again need as much. */
const MOST_TRIES = 20_000_000;

export function findOrder(operations: SeatOperation[], options: OrderOptions): Order {
  const strict = () => tryToFindOrder(operations, options, "strict");
  if (operations.every(({ optional }) => !optional)) return strict();
  const hasty = tryToFindOrder(operations, options, "hasty");
  if (hasty.found) return hasty;
  const until = hasty.blamed?.source ?? options.until;
  const generous = tryToFindOrder(operations, { ...options, until }, "generous");
  return generous.found ? strict() : generous;
}

/**
 * Which of many unknown outcomes explained something seldom matters, and to follow up every choice takes for ever.
 * A hasty search follows up the first that will do; what it finds is right. A generous one does not note what was
 * used, so that it may happen again and again; if even that finds nothing there is nothing. Only if the two
 * disagree one has to be strict.
 */
type Care = "hasty" | "generous" | "strict";

function tryToFindOrder(
  operations: SeatOperation[],
  { toleranceMs, owner, until }: OrderOptions,
  care: Care,
): Order {
  const entries = makeEntries(operations, owner?.buyer);
  const musts = entries.filter(({ operation }) => !operation.optional);
  const mays = entries.filter(({ operation }) => operation.optional);
  const due = musts.toSorted((one, other) => one.operation.latestMs - other.operation.latestMs);
  const before = Number.NEGATIVE_INFINITY;
  const begin = { seat: AVAILABLE, since: undefined, nowMs: before, askedByMs: before, idle: false };
  let positions: Position[] = [{ ...begin, open: new Set(), used: new Set() }];
  let asked = 0;
  let tries = 0;

  for (const next of due) {
    moveOnTo(next.operation.latestMs);
    const reached = search((position) => isDone(next, position));
    if (reached.length === 0) return conclude(false, next.operation);
    positions = reached;
    if (next.operation.source === until) return conclude(true, undefined);
  }
  moveOnTo(Number.POSITIVE_INFINITY);
  const ends = search(({ seat }) => isOwner(seat, owner));
  if (ends.length > 0) positions = ends;
  return conclude(ends.length > 0, undefined);

  function conclude(found: boolean, blamed: SeatOperation | undefined): Order {
    const { seat = AVAILABLE, since } = positions[0] ?? {};
    return { found, gaveUp: !found && tries > MOST_TRIES, blamed, seat, since };
  }

  function moveOnTo(deadlineMs: number): void {
    const fresh: Entry[] = [];
    for (let entry = musts[asked]; entry && entry.operation.askedAtMs <= deadlineMs; entry = musts[asked]) {
      fresh.push(entry);
      asked += 1;
    }
    for (const position of positions) {
      position.askedByMs = deadlineMs;
      for (const entry of fresh) position.open.add(entry);
      takeWhatIsTold(position);
    }
  }

  /** Positions that are there, reached from those that there are, with as little of the unknown as possible. */
  function search(isThere: (position: Position) => boolean): Position[] {
    if (positions.every(isThere)) return positions;
    const reached: Position[] = [];
    const seen = new Map<string, Position[]>();
    const layers: Position[][] = [];
    positions.forEach(consider);
    for (let used = 0; used < layers.length; used += 1) {
      const layer = layers[used] ?? [];
      for (let position = layer.pop(); position && tries <= MOST_TRIES; position = layer.pop()) {
        stepsFrom(position).forEach(consider);
      }
    }
    return reached;

    function consider(position: Position): void {
      const name = nameOf(position);
      const same = seen.get(name) ?? [];
      if (same.some((one) => isNoWorse(one, position, care === "hasty"))) return;
      same.push(position);
      seen.set(name, same);
      const layer = isThere(position) ? reached : (layers[position.used.size] ?? []);
      layer.push(position);
      if (layer !== reached) layers[position.used.size] = layer;
    }
  }

  function stepsFrom(position: Position): Position[] {
    const { seat, open, used, idle, askedByMs } = position;
    const steps: Position[] = [];
    for (const entry of mays) {
      if (entry.operation.askedAtMs > askedByMs) break;
      if (used.has(entry) || (idle && entry.operation.action !== "confirm")) continue;
      const taken = attempt(entry, position);
      if (taken && !isEqual(taken.seat, seat)) steps.push(follow(position, entry, taken));
    }
    for (const entry of open) {
      const taken = attempt(entry, position);
      if (taken) steps.push(follow(position, entry, taken));
    }
    return steps;
  }

  function attempt(entry: Entry, position: Position): Taken | undefined {
    tries += 1;
    const { operation, goesAfter } = entry;
    if (goesAfter && !isDone(goesAfter, position)) return undefined;
    const atMs = Math.max(position.nowMs, operation.askedAtMs);
    const { seat, askedByMs } = position;
    const taken = isMade(entry, position) ? { atMs, seat } : take(seat, operation, atMs, toleranceMs);
    // What is due next must still find its moment.
    return taken && taken.atMs <= askedByMs ? taken : undefined;
  }

  function follow(from: Position, entry: Entry, { atMs, seat }: Taken): Position {
    const { optional, buyer, source } = entry.operation;
    // A sale that is answered later is noted in any case: its answer will be a repetition.
    const noted = optional && (care !== "generous" || entry.attempts.some((one) => !one.operation.optional));
    const others = from.seat.status === "held" && from.seat.buyer !== buyer;
    const gained = seat.status !== "available" && (from.seat.status === "available" || others);
    const open = new Set(from.open);
    open.delete(entry);
    const position: Position = {
      ...from,
      seat,
      nowMs: atMs,
      since: seat === from.seat ? from.since : source,
      // Had for nothing, and then given up or taken over unheard, is as good as not had at all.
      idle: optional && (from.idle || gained),
      open,
      used: noted ? new Set(from.used).add(entry) : from.used,
    };
    takeWhatIsTold(position);
    return position;
  }

  function takeWhatIsTold(position: Position): void {
    for (let again = true; again; ) {
      again = false;
      for (const entry of position.open) {
        if (!isSettled(entry, position)) continue;
        const taken = attempt(entry, position);
        if (taken?.seat !== position.seat || !isHarmless(position, taken.atMs, toleranceMs)) continue;
        position.open.delete(entry);
        position.nowMs = taken.atMs;
        position.idle = false;
        again = true;
      }
    }
  }
}

function isEqual(one: SeatState, other: SeatState): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

function isOwner(seat: SeatState, owner: LedgerBooking | null | undefined): boolean {
  if (owner === undefined) return true;
  if (owner === null) return seat.status !== "booked";
  return seat.status === "booked" && isSameBooking(seat, owner);
}
