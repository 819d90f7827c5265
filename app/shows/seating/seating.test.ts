import { describe, expect, it } from "vitest";
import type { LayoutSeat } from "#contract/layout";
import { withSeeds } from "#testing/random";
import { type BestSeatsWish, bestSeats } from "./best-seats";
import { stepFrom, stepOfKey } from "./grid-steps";
import { nearestSeats } from "./nearest-seats";
import { type Room, roomOf, withPartner } from "./room";

/** Rows from the screen back. */
function room(...rows: string[]): Room {
  return roomOf({ rows: rows.map((cells, y) => ({ label: String.fromCharCode(65 + y), cells })) });
}
const labels = (seats: readonly LayoutSeat[]) => seats.map(({ label }) => label).join(" ");
function best(of: Room, wish: BestSeatsWish, taken: string[] = []): string | undefined {
  const found = bestSeats(of, ({ label }) => !taken.includes(label), wish);
  return found && `${labels(found.seats)}${found.together ? "" : " (apart)"}`;
}
function seat(of: Room, label: string): LayoutSeat {
  const found = of.byLabel.get(label);
  if (!found) throw new Error(`no seat ${label}`);
  return found;
}

const SQUARE = room(...Array.from({ length: 7 }, () => "sssssss"));

describe("the best seats", () => {
  it("are in the centre, two thirds back", () => {
    expect(best(SQUARE, { count: 1 })).toBe("E4");
    expect(best(SQUARE, { count: 3 })).toBe("E3 E4 E5");
  });

  it("are next to each other, never across an aisle", () => {
    expect(best(room("ss.ss"), { count: 3 })).toMatch(/apart/);
    expect(best(room("ss.ss", "sssss"), { count: 3 })).toBe("B1 B2 B3");
  });

  it("leave no single seat alone where that can be avoided", () => {
    // In a row of eight, the centred five would leave 1 and 2.
    expect(best(room("ssssssss"), { count: 5 })).toBe("A1 A2 A3 A4 A5");
    // A better view is given up for a row in which nobody is left alone.
    expect(best(SQUARE, { count: 6 }, ["E1"])).toBe("E2 E3 E4 E5 E6 E7");
  });

  it("are found even if a single seat must be left alone", () => {
    expect(best(room("ssss"), { count: 3 })).toBe("A1 A2 A3");
  });

  it("take couple seats whole or not at all", () => {
    expect(best(room("cccc"), { count: 2 }, ["A4"])).toBe("A1 A2");
    expect(best(room("cccc"), { count: 3 })).toBeUndefined();
    expect(best(room("cccc", "sss"), { count: 3 })).toBe("B1 B2 B3");
  });

  it("leave wheelchair spaces to those who ask for one", () => {
    expect(best(room("ww"), { count: 1 })).toBeUndefined();
    expect(best(room("swss"), { count: 2 })).toBe("A3 A4");
    expect(best(room("wwss", "ssss"), { count: 2, wheelchair: true })).toBe("A2 A3");
    expect(best(room("ww.s"), { count: 2, wheelchair: true })).toBe("A2 A3");
    expect(best(room("ssss"), { count: 1, wheelchair: true })).toBeUndefined();
  });

  it("keep to the price class that was asked for", () => {
    expect(best(room("vvv", "sss", "sss"), { count: 2, priceClass: "vip" })).toBe("A1 A2");
    expect(best(room("sss"), { count: 2, priceClass: "vip" })).toBeUndefined();
  });

  it("are close to the seats the buyer already has", () => {
    const near = [seat(SQUARE, "A1"), seat(SQUARE, "A2")];
    expect(best(SQUARE, { count: 1, near }, ["A1", "A2"])).toBe("A3");
  });

  it("are split into the largest groups, close by, when the group no longer fits", () => {
    expect(best(room("ss.ss", "......", "......", "sss.."), { count: 4 })).toBe("D1 D2 D3 A1 (apart)");
    expect(best(room("ss"), { count: 3 })).toBeUndefined();
  });

  it("are always free, distinct, of the number asked for and with whole couples", () => {
    withSeeds(300, (random) => {
      const hall = room(
        ...Array.from({ length: 1 + random.below(8) }, () =>
          Array.from({ length: 1 + random.below(8) }, () =>
            random.pick(["s", "s", "s", "v", "cc", ".", "w"]),
          ).join(""),
        ).map((cells) => (/[svcw]/.test(cells) ? cells : `${cells}s`)),
      );
      const taken = new Set(hall.seats.filter(() => random.chance(40)));
      const wish: BestSeatsWish = { count: 1 + random.below(8), wheelchair: random.chance(20) };
      const found = bestSeats(hall, (candidate) => !taken.has(candidate), wish);
      if (!found) return;
      expect(new Set(found.seats).size).toBe(wish.count);
      for (const chosen of found.seats) {
        expect(taken.has(chosen)).toBe(false);
        for (const half of withPartner(hall, chosen)) expect(found.seats).toContain(half);
        if (!wish.wheelchair) expect(chosen.priceClass).not.toBe("wheelchair");
      }
      if (found.together && !wish.wheelchair) {
        const columns = found.seats.map(({ x }) => x);
        expect(new Set(found.seats.map(({ y }) => y)).size).toBe(1);
        expect(Math.max(...columns) - Math.min(...columns)).toBe(wish.count - 1);
      }
    });
  });
});

describe("the nearest free seats", () => {
  const near = (of: Room, label: string, taken: string[]) =>
    nearestSeats(of, (candidate) => !taken.includes(candidate.label), seat(of, label), 3)
      .map(labels)
      .join(", ");

  it("are those beside it, then those in the next rows", () => {
    expect(near(SQUARE, "D4", ["D4"])).toBe("D3, D5, C4");
    expect(near(SQUARE, "D4", ["D3", "D4", "D5"])).toBe("C4, E4, C3");
  });

  it("are couple seats, whole, for a couple seat", () => {
    expect(near(room("cccccc", "ssssss"), "A3", ["A3", "A4", "A5"])).toBe("A1 A2");
  });

  it("are wheelchair spaces for a wheelchair space only", () => {
    expect(near(room("wwss"), "A1", ["A1"])).toBe("A2");
    expect(near(room("wwss"), "A3", ["A3"])).toBe("A4");
  });
});

describe("the arrow keys", () => {
  const HALL = room("..ss..", "ss..ss", "......", "ssssss");
  const go = (from: string, key: string, control = false) => {
    const step = stepOfKey(key, control);
    return step && stepFrom(HALL, seat(HALL, from), step).label;
  };

  it("walk along a row, over the aisle, and stop at its ends", () => {
    expect([go("B2", "ArrowRight"), go("B3", "ArrowLeft")]).toEqual(["B3", "B2"]);
    expect([go("B1", "ArrowLeft"), go("B4", "ArrowRight")]).toEqual(["B1", "B4"]);
    expect([go("B2", "Home"), go("B2", "End")]).toEqual(["B1", "B4"]);
  });

  it("walk to the closest seat of the next row that has seats", () => {
    expect([go("A1", "ArrowDown"), go("B4", "ArrowDown"), go("D1", "ArrowUp")]).toEqual(["B2", "D6", "B1"]);
    expect([go("A1", "ArrowUp"), go("D3", "ArrowDown")]).toEqual(["A1", "D3"]);
  });

  it("leap by pages and to the ends of the room", () => {
    expect([go("A1", "PageDown"), go("D6", "PageUp")]).toEqual(["D3", "A2"]);
    expect([go("B2", "Home", true), go("B2", "End", true)]).toEqual(["A1", "D6"]);
    expect(go("B2", "ArrowLeft", true)).toBeUndefined();
  });
});
