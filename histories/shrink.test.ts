/** Few operations are left, they are still wrong, and wrong in the same way. */
import { describe, expect, it } from "vitest";
import { booked, granted, held, historyOf, operation, refused, taken } from "#testing/history";
import { Random, withSeeds } from "#testing/random";
import { falsify, inventHistory } from "#testing/random-history";
import { booking } from "#testing/rules-broken";
import { type CheckOptions, checkHistory } from "./check";
import type { Finding } from "./finding";
import type { History, Operation } from "./history";
import { shrinkHistory } from "./shrink";

describe("shrinking", () => {
  it("finds an injected double sale among five hundred operations", () => {
    withSeeds(10, (random) => {
      const operations = fiveHundred(random);
      const lastMs = Math.max(...operations.map(({ answeredAtMs }) => answeredAtMs ?? 0));
      const times = (fromMs: number): [number, number] => [lastMs + fromMs, lastMs + fromMs + 1];
      const first = operation("thief", "book", "B7", times(100), booked("R-first"));
      const second = operation("second", "book", "B7", times(101), booked("R-second"));
      const history = historyOf(...operations, first, second);
      const { operations: few } = shrunk(history, "sold-twice");
      expect(few.length).toBeLessThanOrEqual(4);
      // The first is one too many already if the seat was sold before.
      expect(few.some((one) => one === first || one === second)).toBe(true);
    });
  });

  it("leaves operations of the history that are still wrong in the same way", () => {
    withSeeds(60, (random) => {
      const { operations, bookings } = inventHistory(random, {
        operations: 40,
        buyers: ["ann", "bob", "cho"],
        delayMs: 6,
        holdMs: 20,
        unknownPercent: 10,
      });
      const history = historyOf(...falsify(random, operations));
      const options = { ledger: { bookings } };
      const verdict = checkHistory(history, options);
      for (const finding of verdict.legal ? [] : verdict.findings) {
        const few = shrinkHistory(history, finding, options);
        expect(few.operations.length).toBeLessThan(history.operations.length);
        expect(findingsOf(few, options)).toContainEqual(expect.objectContaining(identity(finding)));
        for (const one of few.operations) expect(history.operations).toContain(one);
      }
    });
  });

  it("leaves a few where only the ledger is wrong", () => {
    const rules = new Set<Finding["rule"]>();
    for (const seed of [1, 2, 3, 4, 5]) {
      const operations = fiveHundred(new Random(seed));
      const sale = operations.find(({ answer }) => answer?.ok && answer.reference);
      const refusal = operations.findLast(({ what, key, answer }) => what === "book" && key && !answer?.ok);
      for (const { buyer, seats, key, answer } of [sale, refusal].flatMap((one) => one ?? [])) {
        const reference = answer?.ok ? answer.reference : "R-never";
        const options = { ledger: { bookings: [{ buyer, show: "demo", seats, key, reference }] } };
        const wrong = findingsOf(historyOf(...operations), options).filter(({ seat }) => seat === seats[0]);
        for (const finding of wrong) {
          rules.add(finding.rule);
          const few = shrinkHistory(historyOf(...operations), finding, options);
          expect(few.operations.length, finding.sentence).toBeLessThanOrEqual(8);
        }
      }
    }
    expect([...rules]).toEqual(expect.arrayContaining(["refused-yet-booked", "ledger-disagrees"]));
  });

  it("keeps the refusal that came after an attempt nobody heard of", () => {
    const story = [
      operation("ann", "book", "A1", [0], null, { key: "k1" }),
      operation("bob", "hold", "A1", [1, 2], held("h1", 9)),
      operation("cho", "book", "A1", [3, 4], taken, { key: "k3" }),
      operation("ann", "book", "A1", [5, 6], taken, { key: "k1" }),
    ];
    const options = { ledger: { bookings: [booking("ann", "A1", { key: "k1", reference: "R1" })] } };
    expect(shrunk(historyOf(...story), "refused-yet-booked", options).operations).toEqual([story[3]]);
  });

  it("keeps the later answer by which an attempt that nobody heard of did not happen", () => {
    const story = [
      operation("cho", "hold", "A1", [0, 1], held("h1", 6)),
      operation("cho", "confirm", "A1", [2], null, { holdId: "h1", key: "k1" }),
      operation("dan", "book", "A1", [3, 4], taken, { key: "k4" }),
      operation("ann", "hold", "A1", [7, 10], taken),
      operation("cho", "confirm", "A1", [20, 21], refused("hold_expired"), { holdId: "h1", key: "k1" }),
    ];
    const few = shrunk(historyOf(...story), "unjust-refusal").operations;
    expect(few).toContain(story[4]);
    expect(few.length).toBeLessThan(story.length);
  });

  it("does not blame a booking that was cancelled before", () => {
    const story = [
      operation("ann", "book", "A1", [0, 1], booked("R1")),
      operation("ann", "cancel", "A1", [2, 3], granted(), { reference: "R1" }),
      operation("bob", "book", "A1", [4, 5], booked("R2")),
      operation("cho", "book", "A1", [6, 7], booked("R3")),
    ];
    expect(shrunk(historyOf(...story), "sold-twice").operations).toEqual(story.slice(2));
  });

  it("keeps what may have ended a hold, also if nobody knows", () => {
    const story = [
      operation("ann", "hold", "A1", [0, 1], held("h1", 100)),
      operation("bob", "hold", "A1", [2, 3], taken),
      operation("ann", "release", "A1", [50], null, { holdId: "h1" }),
      operation("cho", "hold", "A1", [20, 21], held("h3", 120)),
    ];
    const { operations } = shrunk(historyOf(...story), "hold-broken");
    expect(operations).toEqual([story[0], story[3]]);
    const late = operation("dan", "hold", "A1", [60, 61], held("h4", 160));
    const longer = historyOf(...story, operation("bob", "hold", "A1", [62, 63], refused("invalid")), late);
    const [finding] = findingsOf(longer);
    expect(finding?.operations[0]).toBe(story[3]);
  });

  it("keeps the hold that was used wrongly, and how it ended", () => {
    const story = [
      operation("ann", "hold", "A1", [0, 1], held("h1", 100)),
      operation("bob", "hold", "A1", [2, 3], taken),
      operation("ann", "release", "A1", [10, 11], granted(), { holdId: "h1" }),
      operation("ann", "confirm", "A1", [20, 21], booked("R1"), { holdId: "h1" }),
    ];
    expect(shrunk(historyOf(...story), "no-such-hold").operations).toEqual([story[0], story[2], story[3]]);
  });

  it("keeps both answers of a key, and the one that the ledger lost", () => {
    const story = [
      operation("ann", "book", "A1", [0, 1], booked("R1"), { key: "k1" }),
      operation("bob", "book", "A2", [0, 1], booked("R2"), { key: "k1" }),
      operation("ann", "book", "A1", [2, 3], refused("invalid"), { key: "k1" }),
      operation("cho", "hold", "A2", [2, 3], taken),
    ];
    expect(shrunk(historyOf(...story), "key-answered-differently").operations).toEqual([story[0], story[2]]);
    const options = { ledger: { bookings: [booking("ann")] } };
    expect(shrunk(historyOf(...story), "booking-lost", options).operations).toEqual([story[1]]);
  });
});

function fiveHundred(random: Random): Operation[] {
  return ["A1", "A2", "B7", "B8"].flatMap((seat) => {
    const buyers = ["ann", "bob", "cho", "dan"] as const;
    const options = { operations: 125, buyers, delayMs: 6, holdMs: 20, unknownPercent: 0, seat };
    return inventHistory(random, options).operations;
  });
}

function shrunk(history: History, rule: Finding["rule"], options: CheckOptions = {}): History {
  const finding = findingsOf(history, options).find((one) => one.rule === rule);
  if (!finding) throw new Error(`nothing found of the rule ${rule}`);
  return shrinkHistory(history, finding, options);
}

function findingsOf(history: History, options: CheckOptions = {}): Finding[] {
  const verdict = checkHistory(history, options);
  return verdict.legal ? [] : verdict.findings;
}

function identity({ rule, show, seat }: Finding) {
  return { rule, show, seat };
}
