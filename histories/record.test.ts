/** What a recorder writes down, on a clock that is moved by hand. */
import { describe, expect, it } from "vitest";
import { granted, refused } from "#testing/history";
import { outcomeOf, parseHistory, printHistory } from "./history";
import { createRecorder, type Question } from "./record";

const question: Question = { buyer: "ann", what: "book", show: "demo", seats: ["A1"], key: "k1" };

describe("a recorder", () => {
  it("writes down when it was asked and when it was answered", () => {
    let nowMs = 10;
    const recorder = createRecorder(() => nowMs);
    const done = recorder.asked(question);
    nowMs = 25;
    done(granted({ reference: "R1" }));
    expect(recorder.history()).toEqual({
      version: 1,
      operations: [{ ...question, askedAtMs: 10, answeredAtMs: 25, answer: { ok: true, reference: "R1" } }],
    });
  });

  it("keeps the order of the questions, whatever that of the answers", () => {
    const recorder = createRecorder();
    const first = recorder.asked(question);
    const second = recorder.asked({ ...question, buyer: "bob" });
    second(refused("seat_taken"));
    first(granted());
    expect(recorder.history().operations.map(({ buyer }) => buyer)).toEqual(["ann", "bob"]);
  });

  it("leaves the outcome unknown of what was not answered", () => {
    const recorder = createRecorder();
    recorder.asked(question);
    const history = parseHistory(printHistory(recorder.history()));
    expect(history.operations.map(outcomeOf)).toEqual(["unknown"]);
  });

  it("turns the time a hold has left into the span in which it ends", () => {
    let nowMs = 100;
    const recorder = createRecorder(() => nowMs);
    const done = recorder.asked({ ...question, what: "hold" });
    nowMs = 130;
    done({ ok: true, holdId: "h1", leftMs: 1_000 });
    expect(recorder.history().operations[0]?.answer).toEqual({
      ok: true,
      holdId: "h1",
      untilMs: 1_100,
      untilAtLatestMs: 1_130,
    });
  });

  it("takes one answer to a question", () => {
    const done = createRecorder().asked(question);
    done(refused("seat_taken"));
    expect(() => done(granted())).toThrow("answered before");
  });

  it("does not change a history that was taken before", () => {
    const recorder = createRecorder();
    const done = recorder.asked(question);
    const before = recorder.history();
    done(granted());
    recorder.asked(question);
    expect(before.operations).toHaveLength(1);
    expect(before.operations[0]?.answer).toBeNull();
  });
});
