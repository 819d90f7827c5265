import { describe, expect, it } from "vitest";
import type { StrategyId } from "#contract/lab-strategies";
import { lockSpansOf } from "./lock-spans";
import { RaceLanes } from "./race-lanes";
import { lane } from "./race-steps.testing";

function spans(strategy: StrategyId, ttlMs: number | null, ...lanes: string[][]): string[] {
  const raceLanes = new RaceLanes();
  for (const [number, steps] of lanes.entries()) raceLanes.add(lane(number, ...steps));
  return lockSpansOf(strategy, raceLanes.lanes, ttlMs, raceLanes.endMs).map(
    ({ lane, fromMs, toMs, ended }) => `${lane}: ${fromMs}-${toMs ?? ""} ${ended ?? "held"}`,
  );
}

describe("who held the lock", () => {
  it("ends with its release, and is the next one's then", () => {
    expect(
      spans(
        "redis-lock",
        30_000,
        ["acquire 0-1 yes", "write 2-3", "release 3-4 yes"],
        ["acquire 0-1 no", "acquire 5-6 yes", "check 6-7 booked", "release 7-8 yes"],
      ),
    ).toEqual(["0: 1-3 released", "1: 6-7 released"]);
  });

  it("ends with its time to live, unless it is renewed", () => {
    expect(
      spans("redis-lock", 100, ["acquire 0-1 yes", "renew 90-91 yes", "write 400-401", "release 401-402 no"]),
    ).toEqual(["0: 1-190 lapsed"]);
    expect(spans("redis-lock-article", null, ["acquire 0-1 yes", "write 2"], ["acquire 900-901 no"])).toEqual(
      ["0: 1- held"],
    );
  });

  it("is not lost where the next one notices a release before its sender has the answer", () => {
    expect(
      spans(
        "redis-lock",
        30_000,
        ["acquire 0-1 yes", "release 4-9 yes"],
        ["acquire 5-6 yes", "release 7-8 yes"],
      ),
    ).toEqual(["0: 1-4 released", "1: 6-7 released"]);
  });

  it("is released by another where nobody asks whose it is, and lost where Redis has forgotten it", () => {
    expect(
      spans(
        "redis-lock-article",
        100,
        ["acquire 0-1 yes", "release 150-151 yes"],
        ["acquire 120-121 yes", "write 160-161"],
        ["acquire 155-156 yes"],
      ),
    ).toEqual(["0: 1-100 lapsed", "1: 121-150 another", "2: 156- held"]);
    expect(spans("redis-lock", 30_000, ["acquire 0-1 yes"], ["acquire 9-10 yes"])).toEqual([
      "0: 1-10 lost",
      "1: 10- held",
    ]);
  });

  it("ends with the attempt where it is Postgres's own", () => {
    expect(
      spans("row-lock", 30_000, ["check 0-1 free", "write 2-3", "commit 3-4"], ["check 0-5 booked"]),
    ).toEqual(["0: 1-3 released"]);
    const killed = spans("row-lock", null, ["check 0-1 free", "write 2"], ["check 0-8 free", "write 9-10"]);
    expect(killed).toEqual(["0: 1-8 released", "1: 8-10 released"]);
    expect(spans("advisory-lock", null, ["lock 0-1", "check 1-2 booked"])).toEqual(["0: 1-2 released"]);
    expect(spans("naive", null, ["check 0-1 free", "write 2-3"])).toEqual([]);
  });
});
