import { expect, it } from "vitest";
import { claimsOf, gapsOf } from "./gaps";
import { LaneBook } from "./lane-book";
import { momentAt } from "./moment";
import { lane } from "./steps.testing";

it("tells who is in which step and who is in the gap at one moment", () => {
  const book = new LaneBook();
  book.add(lane(0, "check 0-2 free", "think 2-9", "write 10-14"));
  book.add(lane(1, "check 1-6 free", "write 9-12"));
  book.add(lane(2, "check 1-4 booked"));
  const gaps = gapsOf(book.lanes, claimsOf(book.lanes));
  const at = (ms: number) => {
    const { inStep, inGap } = momentAt(book.lanes, gaps, ms);
    return { ...Object.fromEntries(inStep), inGap };
  };
  expect(at(3)).toEqual({ check: 2, think: 1, inGap: 1 });
  expect(at(7)).toEqual({ think: 1, inGap: 2 });
  expect(at(11)).toEqual({ write: 2, inGap: 0 });
  expect(at(20)).toEqual({ inGap: 0 });
});
