import { describe, expect, it } from "vitest";
import { claimsOf, gapsOf } from "./check-write-gaps";
import { RaceLanes } from "./race-lanes";
import { lane } from "./race-steps.testing";

function gapsIn(...steps: ReturnType<typeof lane>[]) {
  const raceLanes = new RaceLanes();
  raceLanes.add(steps.flat());
  const claims = claimsOf(raceLanes.lanes);
  return { claims: claims.map(({ lane }) => lane), gaps: gapsOf(raceLanes.lanes, claims) };
}

describe("the gap between look and write", () => {
  it("names the others who sold the seat in it", () => {
    const { claims, gaps } = gapsIn(
      lane(0, "check 0-2 free", "write 20-24"),
      lane(1, "check 1-3 free", "write 10-14"),
      lane(2, "check 15-16 booked"),
    );
    expect(claims).toEqual([1, 0]);
    expect(gaps.get(0)).toMatchObject({ fromMs: 2, toMs: 24 });
    expect(gaps.get(0)?.salesInGap.map(({ lane }) => lane)).toEqual([1]);
    expect(gaps.get(1)?.salesInGap).toEqual([]);
    expect(gaps.has(2)).toBe(false);
  });

  it("stays open while the buyer has not written", () => {
    const { gaps } = gapsIn(lane(0, "acquire 0-1 yes", "check 1-2 free"));
    expect(gaps.get(0)).toMatchObject({ fromMs: 2, toMs: null });
  });

  it("is no harm when the write was refused", () => {
    const { claims, gaps } = gapsIn(
      lane(0, "check 0-2 free", "write 20-24 no"),
      lane(1, "check 5-6 free", "write 8-9 yes"),
    );
    expect(claims).toEqual([1]);
    expect(gaps.get(0)?.salesInGap).toEqual([]);
  });

  it("does not believe a write whose commit failed or never came back", () => {
    expect(gapsIn(lane(0, "check 0-1 free", "write 2-3", "commit 3-4 failed")).claims).toEqual([]);
    expect(gapsIn(lane(0, "check 0-1 free", "write 2-3", "commit 3")).claims).toEqual([]);
    expect(gapsIn(lane(0, "check 0-1 free", "write 2-3", "commit 3-4")).claims).toEqual([0]);
  });
});
