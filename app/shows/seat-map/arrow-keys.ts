/** Where the arrow keys lead from a seat. */
import type { LayoutSeat } from "#contract/layout";
import type { SeatPlan } from "../seat-plan/seat-plan";

const PAGE_ROWS = 5;

type GridStep =
  | "left"
  | "right"
  | "up"
  | "down"
  | "row-start"
  | "row-end"
  | "page-up"
  | "page-down"
  | "first"
  | "last";

export function nextSeat(plan: SeatPlan, seat: LayoutSeat, step: GridStep): LayoutSeat {
  const rowIndex = plan.rows.findIndex((row) => row[0]?.y === seat.y);
  const row = plan.rows[rowIndex] ?? [];
  const place = row.indexOf(seat);
  const inRow = (at: number) => row[at] ?? seat;
  switch (step) {
    case "left":
      return inRow(place - 1);
    case "right":
      return inRow(place + 1);
    case "row-start":
      return inRow(0);
    case "row-end":
      return inRow(row.length - 1);
    case "up":
      return inColumn(plan, seat, rowIndex - 1);
    case "down":
      return inColumn(plan, seat, rowIndex + 1);
    case "page-up":
      return inColumn(plan, seat, Math.max(0, rowIndex - PAGE_ROWS));
    case "page-down":
      return inColumn(plan, seat, Math.min(plan.rows.length - 1, rowIndex + PAGE_ROWS));
    case "first":
      return plan.seats[0] ?? seat;
    case "last":
      return plan.seats.at(-1) ?? seat;
  }
}

/** The seat of another row that is closest to this one's column. */
function inColumn(plan: SeatPlan, seat: LayoutSeat, rowIndex: number): LayoutSeat {
  const row = plan.rows[rowIndex] ?? [];
  return (
    row.reduce<LayoutSeat | undefined>((closest, candidate) => {
      if (!closest) return candidate;
      return Math.abs(candidate.x - seat.x) < Math.abs(closest.x - seat.x) ? candidate : closest;
    }, undefined) ?? seat
  );
}

const STEP_OF_KEY: Record<string, GridStep> = {
  ArrowLeft: "left",
  ArrowRight: "right",
  ArrowUp: "up",
  ArrowDown: "down",
  Home: "row-start",
  End: "row-end",
  PageUp: "page-up",
  PageDown: "page-down",
};

/** The step a key asks for; with Control (or Command), Home and End reach the ends of the auditorium. */
export function stepForKey(key: string, control: boolean): GridStep | undefined {
  if (control) return key === "Home" ? "first" : key === "End" ? "last" : undefined;
  return STEP_OF_KEY[key];
}
