import { describe, expect, it } from "vitest";
import { DEFAULT_SETUP, faultsKnownTo, raceRequestOf, readSetup, replayLink, writeSetup } from "./race-setup";

const read = (query: string) => readSetup(Object.fromEntries(new URLSearchParams(query)));

describe("a setup as a link", () => {
  it("is the default when the link says nothing", () => {
    expect(read("")).toEqual(DEFAULT_SETUP);
  });

  it("comes back as it was written", () => {
    const setup = read(
      "strategy=redis-lock&fault=holder-paused&against=fenced-lock&againstFault=holder-paused&buyers=12&think=5&instances=2&pool=7&seed=42",
    );
    expect(setup.sides).toEqual([
      { strategy: "redis-lock", fault: "holder-paused" },
      { strategy: "fenced-lock", fault: "holder-paused" },
    ]);
    expect(read(writeSetup(setup).toString())).toEqual(setup);
    expect(replayLink(setup)).toMatch(/^\/lab\?.*seed=42.*replay=1$/);
  });

  it("keeps a seed of zero, which is a seed like any other", () => {
    expect(read("seed=0").seed).toBe(0);
    expect(raceRequestOf({ strategy: "naive", fault: null }, read("seed=0"))).toMatchObject({ seed: 0 });
  });

  it("brings numbers back within the lab's limits", () => {
    expect(read("buyers=100000&think=-4&instances=9&pool=500")).toMatchObject({
      buyers: 500,
      thinkMs: 0,
      instances: 5,
      poolSize: 12,
    });
    expect(read("buyers=many&think=&pool=0x10").buyers).toBe(DEFAULT_SETUP.buyers);
  });

  it("ignores strategies and faults that do not exist or do not belong together", () => {
    expect(read("strategy=magic&against=luck").sides).toEqual(DEFAULT_SETUP.sides);
    expect(read("strategy=naive&fault=failover").sides).toEqual([{ strategy: "naive", fault: null }]);
    expect(faultsKnownTo("naive")).toEqual(["spam-click"]);
  });

  it("takes the first of a parameter given twice", () => {
    expect(readSetup({ strategy: ["row-lock", "naive"] }).sides[0].strategy).toBe("row-lock");
  });
});
