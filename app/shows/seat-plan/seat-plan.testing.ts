/** Hand-made plans for tests: `planOf("ss.ss", "cccc")`, rows from the screen back. */
import type { LayoutSeat } from "#contract/layout";
import { type SeatPlan, seatPlanOf } from "./seat-plan";

export function planOf(...rows: string[]): SeatPlan {
  return seatPlanOf({ rows: rows.map((cells, y) => ({ label: String.fromCharCode(65 + y), cells })) });
}

export function seatIn(plan: SeatPlan, label: string): LayoutSeat {
  const found = plan.byLabel.get(label);
  if (!found) throw new Error(`no seat ${label}`);
  return found;
}
