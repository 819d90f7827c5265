import { expect, it } from "vitest";
import { RaceLanes } from "../race/analysis/race-lanes";
import { lane } from "../race/analysis/race-steps.testing";
import { moveFocus } from "./move-focus";

const raceLanes = new RaceLanes();
raceLanes.add(lane(0, "check 0-1 free", "write 2-3"));
raceLanes.add(lane(1, "acquire 0-1 no", "acquire 2-3 yes", "check 3-4 free", "write 4-5"));
raceLanes.add(lane(2, "check 0-1 booked"));
const rows = raceLanes.lanes;

it("walks through the lanes and stays with the step of the same name", () => {
  expect(moveFocus(rows, null, "ArrowDown")).toEqual({ lane: 0, step: 0 });
  expect(moveFocus(rows, { lane: 0, step: 1 }, "ArrowDown")).toEqual({ lane: 1, step: 3 });
  expect(moveFocus(rows, { lane: 1, step: 3 }, "ArrowDown")).toEqual({ lane: 2, step: 0 });
  expect(moveFocus(rows, { lane: 2, step: 0 }, "ArrowDown")).toEqual({ lane: 2, step: 0 });
  expect(moveFocus(rows, { lane: 2, step: 0 }, "Home")).toEqual({ lane: 0, step: 0 });
});

it("walks along a lane and stops at its ends", () => {
  expect(moveFocus(rows, null, "ArrowRight")).toEqual({ lane: 0, step: 0 });
  expect(moveFocus(rows, { lane: 1, step: 1 }, "ArrowRight")).toEqual({ lane: 1, step: 2 });
  expect(moveFocus(rows, { lane: 0, step: 1 }, "ArrowRight")).toEqual({ lane: 0, step: 1 });
  expect(moveFocus(rows, { lane: 0, step: 0 }, "ArrowLeft")).toEqual({ lane: 0, step: 0 });
});

it("lets go with Escape and leaves other keys to the page", () => {
  expect(moveFocus(rows, { lane: 0, step: 0 }, "Escape")).toBeNull();
  expect(moveFocus(rows, null, "Escape")).toBeUndefined();
  expect(moveFocus(rows, null, "Tab")).toBeUndefined();
  expect(moveFocus([], null, "ArrowDown")).toBeUndefined();
});
