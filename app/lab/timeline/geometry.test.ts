import { describe, expect, it } from "vitest";
import { RaceLanes } from "../race/analysis/race-lanes";
import { lane } from "../race/analysis/race-steps.testing";
import {
  contentSize,
  layOut as layOutShape,
  msAt,
  rowAt,
  stepAt,
  ticks,
  visibleRows,
  xOf,
  yOf,
} from "./geometry";
import { foldedScale, linearScale } from "./time-scale";

function layOut(view: typeof VIEW, laneCount: number, spanMs: number, zoom: number) {
  const shape = { laneCount, hasLockTrack: false, gutter: 76, scale: linearScale(spanMs), zoom };
  return layOutShape(view, shape);
}

const VIEW = { width: 800, height: 450, scrollLeft: 0, scrollTop: 0 };

describe("the timeline's geometry", () => {
  it("fits few lanes into the view and lets many be scrolled", () => {
    expect(layOut(VIEW, 10, 100, 1).laneHeight).toBe(26);
    expect(layOut(VIEW, 100, 100, 1).laneHeight).toBe(4);
    const crowd = layOut(VIEW, 500, 100, 1);
    expect(contentSize(crowd).height).toBeGreaterThan(VIEW.height);
    expect(contentSize(crowd).width).toBe(VIEW.width);
  });

  it("finds its way back from a place to a moment and a lane", () => {
    const g = layOut({ ...VIEW, scrollLeft: 120, scrollTop: 40 }, 500, 250, 4);
    expect(msAt(g, xOf(g, 77))).toBeCloseTo(77);
    expect(rowAt(g, yOf(g, 60) + 1)).toBe(60);
    expect(rowAt(g, 5)).toBeUndefined();
  });

  it("paints only the lanes in view", () => {
    const g = layOut({ ...VIEW, scrollTop: 400 }, 500, 100, 1);
    const [first, last] = visibleRows(g);
    expect([first, last]).toEqual([100, 200]);
  });

  it("finds the step under a pointer, and the nearest when it is thinner than the pointer", () => {
    const raceLanes = new RaceLanes();
    raceLanes.add(lane(0, "check 10-10.1 free", "write 50-60"));
    const [only] = raceLanes.lanes;
    if (!only) throw new Error("no lane");
    const g = layOut(VIEW, 1, 100, 1);
    expect(stepAt(g, only, xOf(g, 55))).toBe(1);
    expect(stepAt(g, only, xOf(g, 10) + 3)).toBe(0);
    expect(stepAt(g, only, xOf(g, 30))).toBeUndefined();
  });

  it("takes the later of two steps under one place: it is painted on top", () => {
    const raceLanes = new RaceLanes();
    raceLanes.add(lane(0, "think 10-60", "renew 30-40 yes"));
    const [only] = raceLanes.lanes;
    if (!only) throw new Error("no lane");
    const g = layOut(VIEW, 1, 100, 1);
    expect(stepAt(g, only, xOf(g, 35))).toBe(1);
    expect(stepAt(g, only, xOf(g, 50))).toBe(0);
  });

  it("ticks at round numbers within the race", () => {
    expect(ticks(layOut(VIEW, 1, 437, 1))).toEqual([0, 100, 200, 300, 400]);
  });

  it("L28 ticks on both sides of a folded silence, and not inside it", () => {
    const scale = foldedScale([0, 50, 100, 1_900, 1_950, 2_000], 2_000);
    const g = layOutShape(VIEW, { laneCount: 1, hasLockTrack: true, gutter: 76, scale, zoom: 1 });
    const shown = ticks(g);
    expect(shown.some((ms) => ms < 120)).toBe(true);
    expect(shown.some((ms) => ms > 1_880)).toBe(true);
    expect(shown.filter((ms) => ms > 120 && ms < 1_880)).toEqual([]);
  });
});
