import { expect, it } from "vitest";
import { countBuyersAt } from "./buyers-at-moment";
import { claimsOf, gapsOf } from "./check-write-gaps";
import { RaceLanes } from "./race-lanes";
import { lane } from "./race-steps.testing";

it("tells who is in which step and who is in the gap at one moment", () => {
  const raceLanes = new RaceLanes();
  raceLanes.add(lane(0, "check 0-2 free", "think 2-9", "write 10-14"));
  raceLanes.add(lane(1, "check 1-6 free", "write 9-12"));
  raceLanes.add(lane(2, "check 1-4 booked"));
  const gaps = gapsOf(raceLanes.lanes, claimsOf(raceLanes.lanes));
  const at = (ms: number) => {
    const { inStep, inGap } = countBuyersAt(raceLanes.lanes, gaps, ms);
    return { ...Object.fromEntries(inStep), inGap };
  };
  expect(at(3)).toEqual({ check: 2, think: 1, inGap: 1 });
  expect(at(7)).toEqual({ think: 1, inGap: 2 });
  expect(at(11)).toEqual({ write: 2, inGap: 0 });
  expect(at(20)).toEqual({ inGap: 0 });
  const latest = [-1, 0, 3, 9.5, 20].map((ms) => countBuyersAt(raceLanes.lanes, gaps, ms).latest);
  expect(latest).toEqual([null, "check", "think", "write", "write"]);
});
