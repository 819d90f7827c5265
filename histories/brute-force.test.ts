/** The checker and brute force must be of one opinion. */
import { expect, it } from "vitest";
import { historyOf } from "#testing/history";
import { isPossible } from "#testing/history-brute-force";
import { type Random, withSeeds } from "#testing/random";
import { falsify, inventHistory } from "#testing/random-history";
import { checkHistory } from "./check";

const SEATS = ["A1", "A2", "B1"];

it.each([
  { histories: 2_000, fewest: 2, most: 5 },
  { histories: 200, fewest: 6, most: 8 },
])(
  "H2 agrees with brute force on $histories random histories of $fewest to $most operations",
  {
    timeout: 120_000,
  },
  ({ histories, fewest, most }) => {
    const count = { legal: 0, illegal: 0 };
    withSeeds(histories, (random) => {
      const { operations, ...options } = invent(random, fewest + random.below(most - fewest + 1));
      const verdict = checkHistory(historyOf(...operations), options);
      const legal = isPossible(operations, options);
      expect(verdict, JSON.stringify({ operations, options }, null, 1)).toHaveProperty("legal", legal);
      count[legal ? "legal" : "illegal"] += 1;
    });
    if (process.env.SEED !== undefined) return;
    expect(count.legal).toBeGreaterThan(histories / 5);
    expect(count.illegal).toBeGreaterThan(histories / 5);
  },
);

it("H2 agrees with brute force, seat by seat, on histories of several seats", { timeout: 120_000 }, () => {
  withSeeds(150, (random) => {
    const lapseToleranceMs = random.below(2);
    const withLedger = random.chance(50);
    const parts = SEATS.map((seat) => invent(random, 3 + random.below(3), seat));
    const expected = parts.map(({ operations, ledger }) =>
      isPossible(operations, { lapseToleranceMs, ledger: withLedger ? (ledger ?? NOTHING) : undefined }),
    );
    const operations = parts.flatMap((part) => part.operations).toSorted(byQuestion);
    const bookings = parts.flatMap(({ ledger }) => ledger?.bookings ?? []);
    const options = { lapseToleranceMs, ledger: withLedger ? { bookings } : undefined };
    const verdict = checkHistory(historyOf(...operations), options);
    const wrong = verdict.legal ? [] : verdict.findings.map(({ seat }) => seat);
    const told = JSON.stringify({ operations, options }, null, 1);
    expect(new Set(wrong), told).toEqual(new Set(SEATS.filter((_, at) => !expected[at])));
  });
});

const NOTHING = { bookings: [] };

function byQuestion(one: { askedAtMs: number }, other: { askedAtMs: number }): number {
  return one.askedAtMs - other.askedAtMs;
}

function invent(random: Random, length: number, seat = "A1") {
  const { operations, bookings } = inventHistory(random, {
    operations: length,
    buyers: ["ann", "bob", "cho"],
    delayMs: random.pick([1, 3, 8]),
    holdMs: 6,
    unknownPercent: random.pick([0, 15, 40]),
    seat,
  });
  let told = operations;
  for (let wrong = random.below(3); wrong > 0; wrong -= 1) told = falsify(random, told);
  const ledger = random.chance(40) ? { bookings: random.chance(80) ? bookings : [] } : undefined;
  return { operations: told, ledger, lapseToleranceMs: random.pick([0, 0, 1, 2]) };
}
