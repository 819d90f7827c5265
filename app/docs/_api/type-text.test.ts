import { expect, test } from "vitest";
import { z } from "zod";
import { holdPay } from "#contract/payment";
import { seatHold } from "#contract/requests";
import { typeText } from "./type-text";

test("a schema reads like a type", () => {
  expect(typeText(z.toJSONSchema(seatHold))).toBe(
    "{\n  showId: string\n  seats: string[]\n  requestId?: string\n  holdId?: string\n}",
  );
  expect(typeText(z.toJSONSchema(holdPay.pick({ card: true })))).toBe(
    "{\n  card: {\n    number: string\n    expiry: string\n    cvc: string\n  }\n}",
  );
  expect(typeText(z.toJSONSchema(z.array(z.tuple([z.int(), z.enum(["a", "b"])]))))).toBe(
    '[number, "a" | "b"][]',
  );
  expect(typeText(z.toJSONSchema(z.array(z.number().nullable())))).toBe("(number | null)[]");
});
