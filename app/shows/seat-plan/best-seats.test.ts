import { describe, expect, it } from "vitest";
import type { LayoutSeat } from "#contract/layout";
import { withSeeds } from "#testing/random";
import { type BestSeatsRequest, bestSeats } from "./best-seats";
import { nearestSeats } from "./nearest-seats";
import { type SeatPlan, withPartner } from "./seat-plan";
import { planOf, seatIn } from "./seat-plan.testing";

const labels = (seats: readonly LayoutSeat[]) => seats.map(({ label }) => label).join(" ");
function best(of: SeatPlan, wanted: BestSeatsRequest, taken: string[] = []): string | undefined {
  const found = bestSeats(of, ({ label }) => !taken.includes(label), wanted);
  return found && `${labels(found.seats)}${found.together ? "" : " (apart)"}`;
}

const SQUARE = planOf(...Array.from({ length: 7 }, () => "sssssss"));

describe("the best seats", () => {
  it("are in the centre, two thirds back", () => {
    expect(best(SQUARE, { count: 1 })).toBe("E4");
    expect(best(SQUARE, { count: 3 })).toBe("E3 E4 E5");
  });

  it("are next to each other, never across an aisle", () => {
    expect(best(planOf("ss.ss"), { count: 3 })).toMatch(/apart/);
    expect(best(planOf("ss.ss", "sssss"), { count: 3 })).toBe("B1 B2 B3");
  });

  it("leave no single seat alone where that can be avoided", () => {
    // In a row of eight, the centred five would leave 1 and 2.
    expect(best(planOf("ssssssss"), { count: 5 })).toBe("A1 A2 A3 A4 A5");
    // A better view is given up for a row in which nobody is left alone.
    expect(best(SQUARE, { count: 6 }, ["E1"])).toBe("E2 E3 E4 E5 E6 E7");
  });

  it("are found even if a single seat must be left alone", () => {
    expect(best(planOf("ssss"), { count: 3 })).toBe("A1 A2 A3");
  });

  it("take couple seats whole or not at all", () => {
    expect(best(planOf("cccc"), { count: 2 }, ["A4"])).toBe("A1 A2");
    expect(best(planOf("cccc"), { count: 3 })).toBeUndefined();
    expect(best(planOf("cccc", "sss"), { count: 3 })).toBe("B1 B2 B3");
  });

  it("leave wheelchair spaces to those who ask for one", () => {
    expect(best(planOf("ww"), { count: 1 })).toBeUndefined();
    expect(best(planOf("swss"), { count: 2 })).toBe("A3 A4");
    expect(best(planOf("wwss", "ssss"), { count: 2, wheelchair: true })).toBe("A2 A3");
    expect(best(planOf("ww.s"), { count: 2, wheelchair: true })).toBe("A2 A3");
    expect(best(planOf("ssss"), { count: 1, wheelchair: true })).toBeUndefined();
  });

  it("keep to the price class that was asked for", () => {
    expect(best(planOf("vvv", "sss", "sss"), { count: 2, priceClass: "vip" })).toBe("A1 A2");
    expect(best(planOf("sss"), { count: 2, priceClass: "vip" })).toBeUndefined();
  });

  it("are close to the seats the buyer already has", () => {
    const near = [seatIn(SQUARE, "A1"), seatIn(SQUARE, "A2")];
    expect(best(SQUARE, { count: 1, near }, ["A1", "A2"])).toBe("A3");
  });

  it("are split into the largest groups, close by, when the group no longer fits", () => {
    expect(best(planOf("ss.ss", "......", "......", "sss.."), { count: 4 })).toBe("D1 D2 D3 A1 (apart)");
    expect(best(planOf("ss"), { count: 3 })).toBeUndefined();
  });

  it("are always free, distinct, of the number asked for and with whole couples", () => {
    withSeeds(300, (random) => {
      const plan = planOf(
        ...Array.from({ length: 1 + random.below(8) }, () =>
          Array.from({ length: 1 + random.below(8) }, () =>
            random.pick(["s", "s", "s", "v", "cc", ".", "w"]),
          ).join(""),
        ).map((cells) => (/[svcw]/.test(cells) ? cells : `${cells}s`)),
      );
      const taken = new Set(plan.seats.filter(() => random.chance(40)));
      const wanted: BestSeatsRequest = { count: 1 + random.below(8), wheelchair: random.chance(20) };
      const found = bestSeats(plan, (candidate) => !taken.has(candidate), wanted);
      if (!found) return;
      expect(new Set(found.seats).size).toBe(wanted.count);
      for (const chosen of found.seats) {
        expect(taken.has(chosen)).toBe(false);
        for (const half of withPartner(plan, chosen)) expect(found.seats).toContain(half);
        if (!wanted.wheelchair) expect(chosen.priceClass).not.toBe("wheelchair");
      }
      if (found.together && !wanted.wheelchair) {
        const columns = found.seats.map(({ x }) => x);
        expect(new Set(found.seats.map(({ y }) => y)).size).toBe(1);
        expect(Math.max(...columns) - Math.min(...columns)).toBe(wanted.count - 1);
      }
    });
  });
});

describe("the nearest free seats", () => {
  const near = (of: SeatPlan, label: string, taken: string[]) =>
    nearestSeats(of, (candidate) => !taken.includes(candidate.label), seatIn(of, label), 3)
      .map(labels)
      .join(", ");

  it("are those beside it, then those in the next rows", () => {
    expect(near(SQUARE, "D4", ["D4"])).toBe("D3, D5, C4");
    expect(near(SQUARE, "D4", ["D3", "D4", "D5"])).toBe("C4, E4, C3");
  });

  it("are couple seats, whole, for a couple seat", () => {
    expect(near(planOf("cccccc", "ssssss"), "A3", ["A3", "A4", "A5"])).toBe("A1 A2");
  });

  it("are wheelchair spaces for a wheelchair space only", () => {
    expect(near(planOf("wwss"), "A1", ["A1"])).toBe("A2");
    expect(near(planOf("wwss"), "A3", ["A3"])).toBe("A4");
  });
});
