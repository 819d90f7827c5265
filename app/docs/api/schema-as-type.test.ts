import { expect, test } from "vitest";
import { z } from "zod";
import { holdPay } from "#contract/payment";
import { holdRelease } from "#contract/requests";
import { schemaAsType } from "./schema-as-type";

test("a schema reads like a type", () => {
  expect(schemaAsType(z.toJSONSchema(holdRelease))).toBe("{\n  holdId: string\n  seats?: string[]\n}");
  expect(schemaAsType(z.toJSONSchema(holdPay.pick({ card: true })))).toBe(
    "{\n  card: {\n    number: string\n    expiry: string\n    cvc: string\n  }\n}",
  );
  expect(schemaAsType(z.toJSONSchema(z.array(z.tuple([z.int(), z.enum(["a", "b"])]))))).toBe(
    '[number, "a" | "b"][]',
  );
  expect(schemaAsType(z.toJSONSchema(z.array(z.number().nullable())))).toBe("(number | null)[]");
});
