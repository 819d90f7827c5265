import { describe, expect, it } from "vitest";
import { LaneBook } from "./lane-book";
import { lane } from "./steps.testing";

const namesIn = (book: LaneBook, number: number) => book.lane(number)?.steps.map(({ name }) => name);

describe("the lanes of a race", () => {
  it("sorts steps into lanes, in the order of the lanes and of the steps", () => {
    const book = new LaneBook();
    book.add(lane(4, "check 1-2", "write 5-9"));
    book.add(lane(1, "write 6-7"));
    book.add(lane(1, "check 3-4"));
    expect(book.lanes.map((known) => known.lane)).toEqual([1, 4]);
    expect(namesIn(book, 1)).toEqual(["check", "write"]);
    expect(book.endMs).toBe(9);
  });

  it("keeps the buyer's own instance when a step is done for it elsewhere", () => {
    const book = new LaneBook();
    book.add(lane(2, "enqueue 0-1"));
    book.add(lane(2, "write 2-3").map((step) => ({ ...step, instance: 0 })));
    expect(book.lane(2)).toMatchObject({ buyer: "buyer-3", instance: 2 });
  });

  it("takes a step told twice once, with what was said last", () => {
    const book = new LaneBook();
    book.add(lane(0, "check 1", "renew 1-2"));
    book.add(lane(0, "check 1-4 free"));
    expect(book.lane(0)?.steps).toHaveLength(2);
    expect(book.lane(0)?.steps.find(({ name }) => name === "check")?.endedMs).toBe(4);
  });

  it("forgets everything when it is all told again", () => {
    const book = new LaneBook();
    book.add(lane(0, "check 1-90"));
    book.replace(lane(3, "check 2-3"));
    expect(book.lanes.map((known) => known.lane)).toEqual([3]);
    expect(book.endMs).toBe(3);
  });

  it("counts a step that never came back by its beginning", () => {
    const book = new LaneBook();
    book.add(lane(0, "check 1-2", "write 7"));
    expect(book.endMs).toBe(7);
  });
});
