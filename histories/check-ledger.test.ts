/** What was told, beside what is written. */
import { describe, expect, it } from "vitest";
import { booked, held, historyOf, operation, refused, taken } from "#testing/history";
import { booking, rulesBroken } from "#testing/rules-broken";
import { checkHistory } from "./check";

describe("the ledger", () => {
  const sale = operation("ann", "book", "A1", [0, 1], booked("R1"), { key: "k1" });
  const written = booking("ann", "A1", { key: "k1", reference: "R1" });

  it("has what was acknowledged", () => {
    expect(rulesBroken([sale], { ledger: { bookings: [written] } })).toEqual([]);
    expect(rulesBroken([sale], { ledger: { bookings: [] } })).toEqual(["booking-lost"]);
  });

  it.each([
    ["under another reference", { reference: "R9" }],
    ["under another key", { key: "k9" }],
    ["for another buyer", { buyer: "bob" }],
  ])("does not have it %s", (_, change) => {
    expect(rulesBroken([sale], { ledger: { bookings: [{ ...written, ...change }] } })).toContain(
      "booking-lost",
    );
  });

  it("has all of its seats", () => {
    const both = operation("ann", "book", "A1 A2", [0, 1], booked("R1"), { key: "k1" });
    expect(checkHistory(historyOf(both), { ledger: { bookings: [written] } })).toMatchObject({
      findings: [{ rule: "booking-lost", seat: "A2" }],
    });
  });

  it("has it cancelled only if somebody asked for that", () => {
    const cancelled = { ledger: { bookings: [{ ...written, cancelled: true }] } };
    const cancel = operation("ann", "cancel", "A1", [2], null, { reference: "R1" });
    expect(rulesBroken([sale], cancelled)).toEqual(["booking-lost"]);
    expect(rulesBroken([sale, cancel], cancelled)).toEqual([]);
    expect(rulesBroken([sale, cancel], { ledger: { bookings: [written] } })).toEqual([]);
  });

  it("has no booking of one who was told that the seat is taken", () => {
    const operations = [
      operation("ann", "book", "A1", [0, 9], taken, { key: "k1" }),
      operation("bob", "hold", "A1", [0, 1], held("h1", 5)),
    ];
    expect(rulesBroken(operations)).toEqual([]);
    expect(rulesBroken(operations, { ledger: { bookings: [written] } })).toEqual(["refused-yet-booked"]);
  });

  it.each(["hold_expired", "payment_declined"])("has no booking of one who was told %s", (code) => {
    const operations = [
      operation("ann", "hold", "A1", [0, 1], held("h1", 5)),
      operation("ann", "confirm", "A1", [4, 9], refused(code), { holdId: "h1", key: "k1" }),
    ];
    expect(rulesBroken(operations)).toEqual([]);
    expect(rulesBroken(operations, { ledger: { bookings: [written] } })).toEqual(["refused-yet-booked"]);
  });

  it("has nothing that nobody asked for", () => {
    expect(rulesBroken([], { ledger: { bookings: [written] } })).toContain("booked-unasked");
  });

  it("has no seat twice", () => {
    const other = operation("bob", "book", "A1", [2], null, { key: "k2" });
    const bookings = [written, booking("bob", "A1", { key: "k2", reference: "R2" })];
    expect(rulesBroken([sale, other], { ledger: { bookings } })).toEqual(["sold-twice"]);
  });

  it("has no seat of a booking that the booking was not for", () => {
    expect(rulesBroken([sale], { ledger: { bookings: [{ ...written, seats: ["A1", "A2"] }] } })).toEqual([
      "ledger-disagrees",
    ]);
  });
});
