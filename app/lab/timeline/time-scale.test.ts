import { describe, expect, it } from "vitest";
import { foldedScale } from "./time-scale";

/** A holder is paused for a second: everything else happens in the first and the last 70 ms. */
const PAUSED = [0, 10, 30, 70, 1_070, 1_080, 1_100, 1_140];

describe("the scale of a timeline", () => {
  it("L28 folds a long silence, so that the story fills the picture", () => {
    const scale = foldedScale(PAUSED, 1_140);
    expect(scale.folds).toHaveLength(1);
    const story = scale.shareOf(70) + 1 - scale.shareOf(1_070);
    expect(story).toBeGreaterThan(0.75);
  });

  it("L28 finds its way back from a place to a moment, folded or not", () => {
    for (const scale of [foldedScale(PAUSED, 1_140), foldedScale([0, 500, 1_000], 1_000)]) {
      for (const ms of [0, 35, 70, 300, 571, 1_000]) expect(scale.msAt(scale.shareOf(ms))).toBeCloseTo(ms);
    }
  });

  it("L28 folds nothing where something happens all the time, or nothing much is to be won", () => {
    const busy = Array.from({ length: 100 }, (_, index) => index);
    expect(foldedScale(busy, 100).folds).toEqual([]);
    expect(foldedScale([...busy, 130], 131).folds).toEqual([]);
  });
});
