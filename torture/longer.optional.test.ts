/**
 * A longer torture for `npm run test:all`, with several faults at a time as the seeds choose them. `npm run torture`
 * also measures how soon all is well again; here it only must be at some time.
 */
import { expect, it } from "vitest";
import { torture } from "./torture";

/** Only against waiting for ever. */
const AT_SOME_TIME_MS = Number.POSITIVE_INFINITY;

it.each([11, 23])(
  "H6 three nodes under random faults, with seed %i",
  {
    timeout: 600_000,
  },
  async (seed) => {
    const rounds = await torture({ seed, durationMs: 25_000, healedWithinMs: AT_SOME_TIME_MS });
    expect(rounds.flatMap(({ wrong, faults }) => wrong.map((what) => ({ what, faults })))).toEqual([]);
    expect(rounds.flatMap(({ faults }) => faults).length).toBeGreaterThan(0);
  },
);
