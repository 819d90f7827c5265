import { describe, expect, it } from "vitest";
import { planOf, seatIn } from "../seat-plan/seat-plan.testing";
import { nextSeat, stepForKey } from "./arrow-keys";

describe("the arrow keys", () => {
  const AISLES = planOf("..ss..", "ss..ss", "......", "ssssss");
  const go = (from: string, key: string, control = false) => {
    const step = stepForKey(key, control);
    return step && nextSeat(AISLES, seatIn(AISLES, from), step).label;
  };

  it("walk along a row, over the aisle, and stop at its ends", () => {
    expect([go("B2", "ArrowRight"), go("B3", "ArrowLeft")]).toEqual(["B3", "B2"]);
    expect([go("B1", "ArrowLeft"), go("B4", "ArrowRight")]).toEqual(["B1", "B4"]);
    expect([go("B2", "Home"), go("B2", "End")]).toEqual(["B1", "B4"]);
  });

  it("walk to the closest seat of the next row that has seats", () => {
    expect([go("A1", "ArrowDown"), go("B4", "ArrowDown"), go("D1", "ArrowUp")]).toEqual(["B2", "D6", "B1"]);
    expect([go("A1", "ArrowUp"), go("D3", "ArrowDown")]).toEqual(["A1", "D3"]);
  });

  it("leap by pages and to the ends of the auditorium", () => {
    expect([go("A1", "PageDown"), go("D6", "PageUp")]).toEqual(["D3", "A2"]);
    expect([go("B2", "Home", true), go("B2", "End", true)]).toEqual(["A1", "D6"]);
    expect(go("B2", "ArrowLeft", true)).toBeUndefined();
  });
});
