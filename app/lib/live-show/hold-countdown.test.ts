import { expect, it } from "vitest";
import { countdownText } from "./hold-countdown";

it("a countdown counts down in whole seconds, zero meaning over", () => {
  expect([120_000, 119_001, 61_000, 1, 0].map(countdownText)).toEqual([
    "2:00",
    "2:00",
    "1:01",
    "0:01",
    "0:00",
  ]);
});
