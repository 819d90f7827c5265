import { expect, it } from "vitest";
import { claimsOf } from "../race/analysis/check-write-gaps";
import { RaceLanes } from "../race/analysis/race-lanes";
import { lane } from "../race/analysis/race-steps.testing";
import { endMarkOf, endOfLane } from "./end-marks";

it("L27 marks how every lane ended, a second sale unlike the first", () => {
  const raceLanes = new RaceLanes();
  raceLanes.add(lane(0, "check 0-1 free", "write 5-9"));
  raceLanes.add(lane(1, "check 0-2 free", "write 3-4"));
  raceLanes.add(lane(2, "check 6-7 booked"));
  raceLanes.add(lane(3, "check 6-7 free", "write 8"));
  raceLanes.add(lane(4, "check 6-7 failed"));
  const { lanes } = raceLanes;
  const answers = ["sold", "sold", "refused", "unanswered", "error"] as const;
  const claims = claimsOf(lanes);
  expect(lanes.map((known) => endMarkOf(known, answers, claims))).toEqual([
    "again",
    "sold",
    "refused",
    "died",
    "error",
  ]);
  expect(lanes.map(endOfLane)).toEqual([9, 4, 7, 8, 7]);
});
