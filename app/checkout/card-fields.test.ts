import { expect, test } from "vitest";
import { cardProblems, groupedNumber, normaliseCard, tidyExpiry } from "./card-fields";

const NOW = new Date("2026-11-16T00:00:00Z");
const GOOD = { number: "4242 4242 4242 4242", expiry: "12/30", cvc: "123" };

test("a card number is read however it is spaced, and shown in groups of four", () => {
  expect(normaliseCard({ ...GOOD, number: " 4242-42424242 4242" }).number).toBe("4242424242424242");
  expect(groupedNumber("4242424242424242")).toBe("4242 4242 4242 4242");
  expect(groupedNumber("42424")).toBe("4242 4");
});

test("an expiry is tidied when it can be and left alone when it cannot", () => {
  expect(tidyExpiry("1230")).toBe("12/30");
  expect(tidyExpiry("12 / 30")).toBe("12/30");
  expect(tidyExpiry("12/3")).toBe("12/3");
});

test("a test card with a month to come has no problems", () => {
  expect(cardProblems(normaliseCard(GOOD), NOW)).toEqual({});
  expect(cardProblems(normaliseCard({ ...GOOD, expiry: "11/26" }), NOW)).toEqual({});
});

test("what cannot be sent is named field by field", () => {
  expect(
    cardProblems(normaliseCard({ number: "4111 1111 1111 1111", expiry: "10/26", cvc: "1" }), NOW),
  ).toEqual({
    number: "wrong",
    expiry: "wrong",
    cvc: "wrong",
  });
  expect(cardProblems(normaliseCard({ ...GOOD, expiry: "13/30" }), NOW)).toEqual({ expiry: "wrong" });
});
