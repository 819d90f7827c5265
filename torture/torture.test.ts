/**
 * A short torture with a fixed seed: one fault after the other, so that what it takes is known. `npm run torture`
 * has several at a time, and measures how soon all is well again; here it only must be at some time.
 */
import { expect, it } from "vitest";
import { FAULTS } from "./faults";
import { torture } from "./torture";

/** Only against waiting for ever. */
const AT_SOME_TIME_MS = Number.POSITIVE_INFINITY;
const PLAN = ["Redis killed", "Postgres replies lost", "node 2 killed", "node 3 sockets cut"];

it("H6 three nodes under faults sell nothing twice, lose nothing, and every history is legal", {
  timeout: 600_000,
}, async () => {
  const plan = PLAN.map((name) => FAULTS.filter((fault) => fault.name === name));
  expect(plan.map((faults) => faults.length)).toEqual(PLAN.map(() => 1));
  const rounds = await torture({ seed: 7, durationMs: 0, healedWithinMs: AT_SOME_TIME_MS, plan });
  expect(rounds.flatMap(({ wrong }) => wrong)).toEqual([]);
  for (const { history, faults } of rounds) {
    const granted = new Set(history.operations.filter(({ answer }) => answer?.ok).map(({ what }) => what));
    expect(granted, JSON.stringify(faults)).toContain("hold");
    expect(history.operations.length).toBeGreaterThan(20);
  }
});
