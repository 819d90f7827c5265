/** Large histories of one seat are judged while one waits. */
import { describe, expect, it } from "vitest";
import { booked, granted, historyOf, operation, refused } from "#testing/history";
import { Random, withSeeds } from "#testing/random";
import { inventHistory } from "#testing/random-history";
import { type CheckOptions, checkHistory, type Verdict } from "./check";
import type { Operation } from "./history";

const ATTEMPTS = 5_000;

describe("five thousand attempts on one seat", { timeout: 120_000 }, () => {
  it("are legal if one of them had it", () => {
    expect(judge(crowd(["b1234"]))).toEqual({ legal: true });
  });

  it("are legal if a third was never answered, whoever had it", () => {
    const unheard = crowd([], 33);
    expect(judge(unheard)).toEqual({ legal: true });
    const owner = unheard.findLast(({ answer }) => answer === null)?.buyer ?? "";
    const ledger = { bookings: [{ buyer: owner, show: "demo", seats: ["A1"], key: "k" }] };
    expect(judge(unheard, { ledger })).toEqual({ legal: true });
  });

  it("are illegal if two of them had it, or nobody", () => {
    expect(judge(crowd(["b1234", "b4321"]))).toMatchObject({ findings: [{ rule: "sold-twice" }] });
    expect(judge(crowd(["b1234", "b4321"], 33))).toMatchObject({ findings: [{ rule: "sold-twice" }] });
    expect(judge(crowd([]))).toMatchObject({ findings: [{ rule: "unjust-refusal" }] });
  });

  it("are illegal if all of them had it", () => {
    const all = crowd([]).map((one) => ({ ...one, answer: granted() }));
    expect(judge(all)).toMatchObject({ findings: [{ rule: "sold-twice" }] });
  });
});

describe("a life of a thousand operations", { timeout: 120_000 }, () => {
  it.each([0, 5])("is judged, with %i in a hundred unheard", (unknownPercent) => {
    withSeeds(1, (random) => {
      const options = { operations: 1_000, buyers: ["ann", "bob", "cho", "dan", "eve"], delayMs: 5 } as const;
      const { operations, bookings } = inventHistory(random, { ...options, holdMs: 30, unknownPercent });
      expect(judge(operations, { ledger: { bookings } })).toEqual({ legal: true });
      const thief = operation("thief", "book", "A1", [1e6, 1e6 + 1], booked("R-thief"));
      const second = operation("second", "book", "A1", [1e6 + 2, 1e6 + 3], booked("R-second"));
      expect(judge([...operations, thief, second])).toMatchObject({ legal: false });
    });
  });
});

function judge(operations: Operation[], options: CheckOptions = {}): Verdict {
  return checkHistory(historyOf(...operations), options);
}

function crowd(winners: string[], unheardPercent = 0): Operation[] {
  const random = new Random(7);
  return Array.from({ length: ATTEMPTS }, (_, at) => {
    const buyer = `b${at}`;
    const askedAtMs = random.below(300);
    const answeredAtMs = 400 + random.below(600);
    if (winners.includes(buyer)) {
      return operation(buyer, "book", "A1", [askedAtMs, answeredAtMs], booked(`R${at}`), { key: "k" });
    }
    if (random.chance(unheardPercent)) return operation(buyer, "book", "A1", [askedAtMs], null, { key: "k" });
    const refusal = refused("seat_taken", ["A1"]);
    return operation(buyer, "book", "A1", [askedAtMs, answeredAtMs], refusal, { key: "k" });
  });
}
