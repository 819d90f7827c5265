/**
 * The best seats for a group: next to each other in one row, with the best view, and without leaving a single
 * seat alone that nobody will want. The best view is the centre of the auditorium, two thirds back. Couple seats are
 * only taken whole, and wheelchair spaces only by those who ask for one.
 */
import type { LayoutSeat, PriceClass } from "#contract/layout";
import type { SeatPlan } from "./seat-plan";

/** A row back or forth changes the view, and parts a group, more than a seat to the side. */
export const ROW_WEIGHT = 1.5;

export interface BestSeatsRequest {
  count: number;
  /** One of the seats must be a wheelchair space. */
  wheelchair?: boolean;
  /** Only seats of this class; a wheelchair space is then welcome besides. */
  priceClass?: PriceClass;
  /** The buyer's seats so far: new ones should be close to them. */
  near?: readonly LayoutSeat[];
}

interface BestSeats {
  seats: LayoutSeat[];
  /** False when so many seats side by side are no longer to be had. */
  together: boolean;
}

export function bestSeats(
  plan: SeatPlan,
  isFree: (seat: LayoutSeat) => boolean,
  wanted: BestSeatsRequest,
): BestSeats | undefined {
  const together = bestGroup(plan, isFree, wanted);
  if (together) return { seats: together, together: true };
  return splitGroup(plan, isFree, wanted);
}

function bestGroup(
  plan: SeatPlan,
  isFree: (seat: LayoutSeat) => boolean,
  wanted: BestSeatsRequest,
): LayoutSeat[] | undefined {
  const ideals = idealPlaces(plan, wanted.near);
  let best: { group: LayoutSeat[]; merit: number[] } | undefined;
  for (const run of freeRuns(plan, isFree, wanted)) {
    for (let start = 0; start + wanted.count <= run.length; start += 1) {
      const group = run.slice(start, start + wanted.count);
      if (!keepsCouples(group) || !fitsRequest(group, wanted)) continue;
      const merit = [
        group.filter(({ priceClass }) => priceClass === "wheelchair").length,
        countSingleSeatsLeft(run, start, wanted.count),
        distance(group, ideals),
      ];
      if (!best || isLess(merit, best.merit)) best = { group, merit };
    }
  }
  return best?.group;
}

/** The largest group that fits, then the rest as close to it as can be. */
function splitGroup(
  plan: SeatPlan,
  isFree: (seat: LayoutSeat) => boolean,
  wanted: BestSeatsRequest,
): BestSeats | undefined {
  for (let size = wanted.count - 1; size > 0; size -= 1) {
    const first = bestGroup(plan, isFree, { ...wanted, count: size });
    if (!first) continue;
    const { wheelchair: _, ...restWanted } = wanted;
    const rest = bestSeats(plan, (seat) => isFree(seat) && !first.includes(seat), {
      ...restWanted,
      count: wanted.count - size,
      near: first,
    });
    if (rest) return { seats: [...first, ...rest.seats], together: false };
  }
  return undefined;
}

/** Free seats side by side. Whoever needs a wheelchair space may sit beside it across one empty place. */
function freeRuns(
  plan: SeatPlan,
  isFree: (seat: LayoutSeat) => boolean,
  wanted: BestSeatsRequest,
): LayoutSeat[][] {
  const reach = wanted.wheelchair ? 2 : 1;
  const runs: LayoutSeat[][] = [];
  for (const row of plan.rows) {
    let run: LayoutSeat[] = [];
    for (const seat of row) {
      const last = run.at(-1);
      if (!isFree(seat) || !isWanted(seat, wanted) || (last && seat.x - last.x > reach)) {
        if (run.length > 0) runs.push(run);
        run = [];
      }
      if (isFree(seat) && isWanted(seat, wanted)) run.push(seat);
    }
    if (run.length > 0) runs.push(run);
  }
  return runs;
}

function isWanted(seat: LayoutSeat, wanted: BestSeatsRequest): boolean {
  if (seat.priceClass === "wheelchair") return wanted.wheelchair === true;
  return wanted.priceClass === undefined || seat.priceClass === wanted.priceClass;
}

function fitsRequest(group: readonly LayoutSeat[], wanted: BestSeatsRequest): boolean {
  return !wanted.wheelchair || group.some(({ priceClass }) => priceClass === "wheelchair");
}

function keepsCouples(group: readonly LayoutSeat[]): boolean {
  return group.every(({ partner }) => partner === undefined || group.some(({ label }) => label === partner));
}

/** Single seats left over on either side of the group within its run. */
function countSingleSeatsLeft(run: readonly LayoutSeat[], start: number, count: number): number {
  const before = start;
  const after = run.length - start - count;
  return (before === 1 ? 1 : 0) + (after === 1 ? 1 : 0);
}

interface Place {
  x: number;
  y: number;
}

function idealPlaces(plan: SeatPlan, near: readonly LayoutSeat[] | undefined): readonly Place[] {
  if (near && near.length > 0) return near;
  return [{ x: (plan.columns - 1) / 2, y: ((plan.depth - 1) * 2) / 3 }];
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
