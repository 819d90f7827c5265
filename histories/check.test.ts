/** Histories that no order explains, written by hand: each must be seen, and named for what it is. */
import { describe, expect, it } from "vitest";
import { booked, granted, held, historyOf, operation, refused, taken } from "#testing/history";
import { booking, rulesBroken } from "#testing/rules-broken";
import { checkHistory } from "./check";

describe("an illegal history", () => {
  it("sells a seat twice", () => {
    const first = operation("ann", "book", "A1", [0, 10], booked("R1"));
    const second = operation("bob", "book", "A1", [5, 12], booked("R2"));
    const verdict = checkHistory(historyOf(first, second));
    expect(verdict).toMatchObject({
      legal: false,
      findings: [{ rule: "sold-twice", show: "demo", seat: "A1", operations: [second, first] }],
    });
    expect(verdict).toHaveProperty(
      "findings.0.sentence",
      "A1 of demo: bob's book of A1 (asked at 5 ms, answered ok R2 at 12 ms) cannot be explained; the seat was " +
        "sold to ann since ann's book of A1 (asked at 0 ms, answered ok R1 at 10 ms).",
    );
  });

  it("sells one of several seats twice", () => {
    const operations = [
      operation("ann", "book", "A1 A2", [0, 10], booked("R1")),
      operation("bob", "book", "A2 A3", [5, 12], booked("R2")),
    ];
    expect(checkHistory(historyOf(...operations))).toMatchObject({
      findings: [{ rule: "sold-twice", seat: "A2" }],
    });
  });

  it("sells a seat twice by way of two holds", () => {
    const operations = [
      operation("ann", "hold", "A1", [0, 1], held("h1", 100)),
      operation("bob", "hold", "A1", [200, 201], held("h2", 300)),
      operation("bob", "confirm", "A1", [210, 211], booked("R2"), { holdId: "h2" }),
      operation("ann", "confirm", "A1", [212, 213], booked("R1"), { holdId: "h1" }),
    ];
    expect(rulesBroken(operations)).toEqual(["sold-twice"]);
  });

  it("holds a seat that is sold", () => {
    const operations = [
      operation("ann", "book", "A1", [0, 1], booked("R1")),
      operation("bob", "hold", "A1", [2, 3], held("h2", 100)),
    ];
    expect(rulesBroken(operations)).toEqual(["granted-twice"]);
  });

  it("breaks a hold before its time for another", () => {
    const operations = [
      operation("ann", "hold", "A1", [0, 1], held("h1", 100)),
      operation("bob", "hold", "A1", [50, 60], held("h2", 160)),
    ];
    expect(rulesBroken(operations)).toEqual(["hold-broken"]);
    expect(rulesBroken(operations, { lapseToleranceMs: 39 })).toEqual(["hold-broken"]);
    expect(rulesBroken(operations, { lapseToleranceMs: 40 })).toEqual([]);
  });

  it("tells the owner too early that a hold is over", () => {
    const operations = [
      operation("ann", "hold", "A1", [0, 1], held("h1", 100)),
      operation("ann", "confirm", "A1", [50, 60], refused("hold_expired"), { holdId: "h1", key: "k1" }),
    ];
    expect(rulesBroken(operations)).toEqual(["hold-broken"]);
    expect(rulesBroken(operations, { refusalsMustBeJust: false })).toEqual(["hold-broken"]);
  });

  it("forgets that a hold was extended", () => {
    const operations = [
      operation("ann", "hold", "A1", [0, 1], held("h1", 100)),
      operation("ann", "extend", "A1", [50, 51], granted({ untilMs: 200 }), { holdId: "h1" }),
      operation("bob", "book", "A1", [120, 130], booked("R2")),
    ];
    expect(rulesBroken(operations)).toEqual(["hold-broken"]);
  });

  it.each([
    ["confirms", operation("ann", "confirm", "A1", [150, 160], booked("R1"), { holdId: "h1" })],
    ["extends", operation("ann", "extend", "A1", [150, 160], granted({ untilMs: 300 }), { holdId: "h1" })],
    ["releases", operation("ann", "release", "A1", [150, 160], granted(), { holdId: "h1" })],
  ])("%s a hold after its end", (_, late) => {
    const operations = [operation("ann", "hold", "A1", [0, 1], held("h1", 100)), late];
    expect(rulesBroken(operations)).toEqual(["lapsed-hold-used"]);
    expect(rulesBroken(operations, { lapseToleranceMs: 50 })).toEqual([]);
  });

  it("confirms a hold that was let go", () => {
    const operations = [
      operation("ann", "hold", "A1", [0, 1], held("h1", 100)),
      operation("ann", "release", "A1", [10, 11], granted(), { holdId: "h1" }),
      operation("ann", "confirm", "A1", [20, 21], booked("R1"), { holdId: "h1" }),
    ];
    expect(rulesBroken(operations)).toEqual(["no-such-hold"]);
  });

  it("confirms another's hold", () => {
    const operations = [
      operation("ann", "hold", "A1", [0, 1], held("h1", 100)),
      operation("bob", "confirm", "A1", [20, 21], booked("R1"), { holdId: "h1" }),
    ];
    expect(rulesBroken(operations)).toEqual(["no-such-hold"]);
  });

  it("leaves a seat of the hold out of the booking", () => {
    const operations = [
      operation("ann", "hold", "A1 A2", [0, 1], held("h1", 100)),
      operation("ann", "confirm", "A1 A2", [10, 11], granted({ reference: "R1", seats: ["A1"] }), {
        holdId: "h1",
      }),
    ];
    expect(rulesBroken(operations)).toEqual(["hold-broken"]);
  });

  it("refuses a free seat, unless that is allowed", () => {
    const operations = [operation("ann", "hold", "A1", [0, 1], taken)];
    expect(rulesBroken(operations)).toEqual(["unjust-refusal"]);
    expect(rulesBroken(operations, { refusalsMustBeJust: false })).toEqual([]);
  });

  it("refuses a seat as taken that is the buyer's own", () => {
    const operations = [
      operation("ann", "hold", "A1", [0, 1], held("h1", 100)),
      operation("ann", "book", "A1", [10, 11], taken),
    ];
    expect(rulesBroken(operations)).toEqual(["unjust-refusal"]);
  });

  it("refuses a seat whose hold has lapsed", () => {
    const operations = [
      operation("ann", "hold", "A1", [0, 1], held("h1", 100)),
      operation("bob", "hold", "A1", [150, 160], taken),
    ];
    expect(rulesBroken(operations)).toEqual(["unjust-refusal"]);
    expect(rulesBroken(operations, { lapseToleranceMs: 50 })).toEqual([]);
  });

  it("refuses several seats of which none was taken", () => {
    const operations = [
      operation("ann", "book", "A3", [0, 1], booked("R1")),
      operation("bob", "hold", "A1 A2", [2, 3], taken),
    ];
    expect(rulesBroken(operations)).toEqual(["unjust-refusal"]);
  });

  it("names a seat as taken that was not, beside one that was", () => {
    const operations = [
      operation("ann", "book", "A1", [0, 1], booked("R1")),
      operation("bob", "hold", "A1 A2", [2, 3], refused("seat_taken", ["A1", "A2"])),
    ];
    expect(checkHistory(historyOf(...operations))).toMatchObject({
      findings: [{ rule: "unjust-refusal", seat: "A2" }],
    });
  });

  it("does not find a booking that was acknowledged", () => {
    const operations = [
      operation("ann", "book", "A1", [0, 1], booked("R1")),
      operation("ann", "cancel", "A1", [2, 3], refused("not_found"), { reference: "R1" }),
    ];
    expect(rulesBroken(operations)).toEqual(["booking-lost"]);
  });

  it("takes back an acknowledged cancellation", () => {
    const operations = [
      operation("ann", "book", "A1", [0, 1], booked("R1")),
      operation("ann", "cancel", "A1", [2, 3], granted(), { reference: "R1" }),
    ];
    expect(
      rulesBroken(operations, { ledger: { bookings: [booking("ann", "A1", { reference: "R1" })] } }),
    ).toEqual(["ledger-disagrees"]);
  });
});
