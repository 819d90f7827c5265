/** The format, from JSON and back. */
import { describe, expect, it } from "vitest";
import { granted, historyOf, operation, refused } from "#testing/history";
import { outcomeOf, parseHistory, printHistory } from "./history";

const everything = historyOf(
  operation("ann", "hold", "A1 A2", [0, 5], granted({ holdId: "h1", untilMs: 100, untilAtLatestMs: 105 })),
  operation("bob", "hold", "A2", [1.5, 4], refused("seat_taken", ["A2"])),
  operation("ann", "confirm", "A1 A2", [10, 12], granted({ reference: "R1", seats: ["A1", "A2"] }), {
    holdId: "h1",
    key: "k1",
  }),
  operation("ann", "cancel", "A1 A2", [20], null, { reference: "R1" }),
);

describe("a history", () => {
  it("is read back as it was printed", () => {
    expect(parseHistory(printHistory(everything))).toEqual(everything);
    expect(parseHistory(printHistory(historyOf()))).toEqual(historyOf());
  });

  it("is printed with one operation a line", () => {
    expect(printHistory(everything).split("\n")).toHaveLength(everything.operations.length + 6);
  });

  it.each([
    ["something that is not JSON", "{", "not JSON"],
    ["another version", '{ "version": 2, "operations": [] }', "version"],
    ["a field nobody knows", printed({ colour: "red" }), "colour"],
    ["an operation nobody knows", printed({ what: "steal" }), "operations[0].what"],
    ["no seat", printed({ seats: [] }), "operations[0].seats"],
    ["an answer before its question", printed({ answeredAtMs: -1 }), "answered before it was asked"],
    ["an answer without a time", printed({ answeredAtMs: null }), "come together"],
    ["a hold without an end", printed({ answer: { ok: true, holdId: "h1" } }), "says until when"],
    [
      "an end that is over before it may begin",
      printed({ answer: { ok: true, untilMs: 9, untilAtLatestMs: 8 } }),
      "untilAtLatestMs is before untilMs",
    ],
  ])("is refused with a reason: %s", (_, json, reason) => {
    expect(() => parseHistory(json)).toThrow("not a history");
    expect(() => parseHistory(json)).toThrow(reason);
  });
});

describe("an outcome", () => {
  it("is unknown without an answer, and with one that leaves it open", () => {
    const asked = (code: string) => operation("ann", "book", "A1", [0, 1], refused(code));
    expect(outcomeOf(operation("ann", "book", "A1", [0]))).toBe("unknown");
    expect(outcomeOf(asked("pending"))).toBe("unknown");
    expect(outcomeOf(asked("unavailable"))).toBe("unknown");
    expect(outcomeOf(asked("hold_expired"))).toBe("refused");
    expect(outcomeOf(operation("ann", "book", "A1", [0, 1], granted()))).toBe("granted");
  });
});

function printed(change: object): string {
  const [first] = everything.operations;
  return JSON.stringify({ version: 1, operations: [{ ...first, ...change }] });
}
