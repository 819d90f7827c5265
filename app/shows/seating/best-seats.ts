/**
 * The best seats for a group: next to each other in one row, with the best view, and without leaving a single
 * seat alone that nobody will want. The best view is the centre of the room, two thirds back. Couple seats are
 * only taken whole, and wheelchair spaces only by those who ask for one.
 */
import type { LayoutSeat, PriceClass } from "#contract/layout";
import type { Room } from "./room";

/** A row back or forth changes the view, and parts a group, more than a seat to the side. */
export const ROW_WEIGHT = 1.5;

export interface BestSeatsWish {
  count: number;
  /** One of the seats must be a wheelchair space. */
  wheelchair?: boolean;
  /** Only seats of this class; a wheelchair space is then welcome besides. */
  priceClass?: PriceClass;
  /** The buyer's seats so far: new ones should be close to them. */
  near?: readonly LayoutSeat[];
}

export interface BestSeats {
  seats: LayoutSeat[];
  /** False when so many seats side by side are no longer to be had. */
  together: boolean;
}

export function bestSeats(
  room: Room,
  isFree: (seat: LayoutSeat) => boolean,
  wish: BestSeatsWish,
): BestSeats | undefined {
  const together = bestGroup(room, isFree, wish);
  if (together) return { seats: together, together: true };
  return splitGroup(room, isFree, wish);
}

function bestGroup(
  room: Room,
  isFree: (seat: LayoutSeat) => boolean,
  wish: BestSeatsWish,
): LayoutSeat[] | undefined {
  const ideals = idealPlaces(room, wish.near);
  let best: { group: LayoutSeat[]; merit: number[] } | undefined;
  for (const run of freeRuns(room, isFree, wish)) {
    for (let start = 0; start + wish.count <= run.length; start += 1) {
      const group = run.slice(start, start + wish.count);
      if (!keepsCouples(group) || !suits(group, wish)) continue;
      const merit = [
        group.filter(({ priceClass }) => priceClass === "wheelchair").length,
        orphans(run, start, wish.count),
        distance(group, ideals),
      ];
      if (!best || isLess(merit, best.merit)) best = { group, merit };
    }
  }
  return best?.group;
}

/** The largest group that fits, then the rest as close to it as can be. */
function splitGroup(
  room: Room,
  isFree: (seat: LayoutSeat) => boolean,
  wish: BestSeatsWish,
): BestSeats | undefined {
  for (let size = wish.count - 1; size > 0; size -= 1) {
    const first = bestGroup(room, isFree, { ...wish, count: size });
    if (!first) continue;
    const { wheelchair: _, ...restWish } = wish;
    const rest = bestSeats(room, (seat) => isFree(seat) && !first.includes(seat), {
      ...restWish,
      count: wish.count - size,
      near: first,
    });
    if (rest) return { seats: [...first, ...rest.seats], together: false };
  }
  return undefined;
}

/** Free seats side by side. Whoever needs a wheelchair space may sit beside it across one empty place. */
function freeRuns(room: Room, isFree: (seat: LayoutSeat) => boolean, wish: BestSeatsWish): LayoutSeat[][] {
  const reach = wish.wheelchair ? 2 : 1;
  const runs: LayoutSeat[][] = [];
  for (const row of room.rows) {
    let run: LayoutSeat[] = [];
    for (const seat of row) {
      const last = run.at(-1);
      if (!isFree(seat) || !isWanted(seat, wish) || (last && seat.x - last.x > reach)) {
        if (run.length > 0) runs.push(run);
        run = [];
      }
      if (isFree(seat) && isWanted(seat, wish)) run.push(seat);
    }
    if (run.length > 0) runs.push(run);
  }
  return runs;
}

function isWanted(seat: LayoutSeat, wish: BestSeatsWish): boolean {
  if (seat.priceClass === "wheelchair") return wish.wheelchair === true;
  return wish.priceClass === undefined || seat.priceClass === wish.priceClass;
}

function suits(group: readonly LayoutSeat[], wish: BestSeatsWish): boolean {
  return !wish.wheelchair || group.some(({ priceClass }) => priceClass === "wheelchair");
}

function keepsCouples(group: readonly LayoutSeat[]): boolean {
  return group.every(({ partner }) => partner === undefined || group.some(({ label }) => label === partner));
}

/** Single seats left over on either side of the group within its run. */
function orphans(run: readonly LayoutSeat[], start: number, count: number): number {
  const before = start;
  const after = run.length - start - count;
  return (before === 1 ? 1 : 0) + (after === 1 ? 1 : 0);
}

interface Place {
  x: number;
  y: number;
}

function idealPlaces(room: Room, near: readonly LayoutSeat[] | undefined): readonly Place[] {
  if (near && near.length > 0) return near;
  return [{ x: (room.columns - 1) / 2, y: ((room.depth - 1) * 2) / 3 }];
}

function distance(group: readonly LayoutSeat[], ideals: readonly Place[]): number {
  const { x, y } = centre(group);
  return Math.min(...ideals.map((ideal) => Math.hypot(x - ideal.x, (y - ideal.y) * ROW_WEIGHT)));
}

function centre(seats: readonly LayoutSeat[]): Place {
  const sum = seats.reduce((total, { x, y }) => ({ x: total.x + x, y: total.y + y }), { x: 0, y: 0 });
  return { x: sum.x / seats.length, y: sum.y / seats.length };
}

function isLess(a: readonly number[], b: readonly number[]): boolean {
  for (const [index, value] of a.entries()) {
    const other = b[index] ?? 0;
    if (value !== other) return value < other;
  }
  return false;
}
