import { describe, expect, it } from "vitest";
import { RaceLanes } from "./race-lanes";
import { lane } from "./race-steps.testing";

const namesIn = (raceLanes: RaceLanes, number: number) =>
  raceLanes.byNumber(number)?.steps.map(({ name }) => name);

describe("the lanes of a race", () => {
  it("sorts steps into lanes, in the order of the lanes and of the steps", () => {
    const raceLanes = new RaceLanes();
    raceLanes.add(lane(4, "check 1-2", "write 5-9"));
    raceLanes.add(lane(1, "write 6-7"));
    raceLanes.add(lane(1, "check 3-4"));
    expect(raceLanes.lanes.map((known) => known.lane)).toEqual([1, 4]);
    expect(namesIn(raceLanes, 1)).toEqual(["check", "write"]);
    expect(raceLanes.endMs).toBe(9);
  });

  it("keeps the buyer's own instance when a step is done for it elsewhere", () => {
    const raceLanes = new RaceLanes();
    raceLanes.add(lane(2, "enqueue 0-1"));
    raceLanes.add(lane(2, "write 2-3").map((step) => ({ ...step, instance: 0 })));
    expect(raceLanes.byNumber(2)).toMatchObject({ buyer: "buyer-3", instance: 2 });
  });

  it("takes a step told twice once, with what was said last", () => {
    const raceLanes = new RaceLanes();
    raceLanes.add(lane(0, "check 1", "renew 1-2"));
    raceLanes.add(lane(0, "check 1-4 free"));
    expect(raceLanes.byNumber(0)?.steps).toHaveLength(2);
    expect(raceLanes.byNumber(0)?.steps.find(({ name }) => name === "check")?.endedMs).toBe(4);
  });

  it("forgets everything when it is all told again", () => {
    const raceLanes = new RaceLanes();
    raceLanes.add(lane(0, "check 1-90"));
    raceLanes.clear();
    raceLanes.add(lane(3, "check 2-3"));
    expect(raceLanes.lanes.map((known) => known.lane)).toEqual([3]);
    expect(raceLanes.endMs).toBe(3);
  });

  it("counts a step that never came back by its beginning", () => {
    const raceLanes = new RaceLanes();
    raceLanes.add(lane(0, "check 1-2", "write 7"));
    expect(raceLanes.endMs).toBe(7);
  });
});
