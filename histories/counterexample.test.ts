import { expect, it } from "vitest";
import { booked, historyOf, operation, refused } from "#testing/history";
import { booking } from "#testing/rules-broken";
import { findCounterexample } from "./counterexample";
import { parseHistory, printHistory } from "./history";

const first = operation("ann", "book", "A1", [0, 10], booked("R1"));
const second = operation("bob", "book", "A1", [5, 12], booked("R2"));
const crowd = Array.from({ length: 50 }, (_, at) =>
  operation(`buyer-${at}`, "book", "A1", [at, at + 40], refused("seat_taken")),
);

it("H3 a legal history has no counterexample", () => {
  expect(findCounterexample(historyOf(first, ...crowd.slice(0, 1)))).toBeUndefined();
  expect(findCounterexample({ ...historyOf(first), ledger: { bookings: [booking("ann")] } })).toBeUndefined();
});

it("H3 of an illegal one the operations are left that contradict each other, whatever the ledger has", () => {
  const ledger = { bookings: [booking("ann"), booking("bob")] };
  const found = findCounterexample({ ...historyOf(first, ...crowd, second), ledger });
  expect(found?.finding.rule).toBe("sold-twice");
  expect(found?.history).toEqual(historyOf(first, second));
});

it("H3 one that only the ledger contradicts keeps what the ledger has of that seat, and can be read back", () => {
  const ledger = { bookings: [booking("bob", "A1"), booking("cho", "A2")] };
  const asked = operation("cho", "book", "A2", [0, 1], booked("R3"));
  const found = findCounterexample({
    ...historyOf(asked, second),
    ledger: { bookings: ledger.bookings.slice(1) },
  });
  expect(found?.finding.rule).toBe("booking-lost");
  expect(found?.history).toEqual({ ...historyOf(second), ledger: { bookings: [] } });
  const reread = parseHistory(printHistory(found?.history ?? historyOf()));
  expect(findCounterexample(reread)?.finding.rule).toBe("booking-lost");
});
