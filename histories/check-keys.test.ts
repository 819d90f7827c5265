/** Answers are final, key by key. */
import { describe, expect, it } from "vitest";
import { booked, granted, held, operation, refused, taken } from "#testing/history";
import { booking, rulesBroken } from "#testing/rules-broken";
import type { Operation } from "./history";

describe("a key", () => {
  const book = (times: [number, number?], answer: Operation["answer"], seats = "A1") =>
    operation("ann", "book", seats, times, answer, { key: "k1" });

  it("is not answered with two bookings", () => {
    expect(rulesBroken([book([0, 1], booked("R1")), book([2, 3], booked("R2"))])).toContain(
      "key-answered-differently",
    );
  });

  it("is not refused and then granted", () => {
    const other = operation("bob", "hold", "A1", [0, 1], held("h1", 4));
    expect(rulesBroken([other, book([2, 3], taken), book([5, 6], booked("R1"))])).toEqual([
      "key-answered-differently",
    ]);
  });

  it("is not granted and then refused", () => {
    expect(rulesBroken([book([0, 1], booked("R1")), book([2, 3], refused("invalid"))])).toEqual([
      "key-answered-differently",
    ]);
  });

  it("is not refused for two reasons", () => {
    expect(
      rulesBroken([book([0, 1], refused("invalid")), book([2, 3], refused("payment_declined"))]),
    ).toEqual(["key-answered-differently"]);
  });

  it("sells nothing to another request", () => {
    expect(rulesBroken([book([0, 1], booked("R1")), book([2, 3], booked("R1"), "A2")])).toEqual([
      "key-answered-differently",
    ]);
  });

  it("does not sell after a refusal, though the first answer was lost", () => {
    const operations = [
      book([0], null),
      book([1, 2], taken),
      operation("bob", "hold", "A1", [0, 1], held("h1", 9)),
    ];
    expect(rulesBroken(operations)).toEqual([]);
    const ledger = { bookings: [booking("ann", "A1", { key: "k1", reference: "R1" })] };
    expect(rulesBroken(operations, { ledger })).toEqual(["refused-yet-booked"]);
  });

  it("may be repeated, and answers the same booking, also a cancelled one", () => {
    const operations = [
      book([0, 1], booked("R1")),
      book([2, 3], booked("R1")),
      operation("ann", "cancel", "A1", [4, 5], granted(), { reference: "R1" }),
      operation("bob", "book", "A1", [6, 7], booked("R2")),
      book([8, 9], booked("R1")),
    ];
    expect(rulesBroken(operations, { ledger: { bookings: [booking("bob")] } })).toEqual([]);
  });

  it("may be refused to another request", () => {
    expect(
      rulesBroken([book([0, 1], booked("R1")), book([2, 3], refused("idempotency_mismatch"), "A2")]),
    ).toEqual([]);
  });

  it("is another's when another buyer uses it", () => {
    const other = operation("bob", "book", "A2", [0, 1], booked("R2"), { key: "k1" });
    expect(rulesBroken([book([0, 1], booked("R1")), other])).toEqual([]);
  });

  it("may be tried again after it was turned away for coming too often", () => {
    expect(rulesBroken([book([0, 1], refused("rate_limited")), book([2, 3], booked("R1"))])).toEqual([]);
  });
});
