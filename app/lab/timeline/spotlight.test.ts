import { expect, it } from "vitest";
import { analyseRace } from "../race/analysis/race-analysis";
import { RaceLanes } from "../race/analysis/race-lanes";
import { lane } from "../race/analysis/race-steps.testing";
import { litBy, type Spotlight } from "./spotlight";

const raceLanes = new RaceLanes();
raceLanes.add(lane(0, "acquire 0-1 yes", "check 1-2 free", "write 90-95", "release 95-96 no"));
raceLanes.add(lane(1, "acquire 50-51 yes", "check 51-52 free", "write 60-61", "release 61-62 yes"));
raceLanes.add(lane(2, "acquire 50-51 no"));
const analysis = analyseRace("redis-lock", raceLanes, 40);

function lit(spotlight: Spotlight): string[] {
  const { step } = litBy(spotlight, analysis);
  return raceLanes.lanes.flatMap((lane) =>
    lane.steps.filter((known) => step(lane, known)).map(({ name }) => `${lane.lane} ${name}`),
  );
}

it("L29 lights the steps, the lanes and the moments a sentence speaks of", () => {
  expect(lit({ steps: ["acquire"], found: false })).toEqual(["2 acquire"]);
  expect(lit({ steps: ["release"], lanes: "first" })).toEqual(["0 release"]);
  expect(lit({ steps: ["write"], lanes: "stale" })).toEqual(["0 write"]);
  expect(lit({ lanes: "unsold" })).toEqual(["2 acquire"]);
  expect(lit({ moments: ["incidents"] })).toEqual([]);
  expect(litBy({ moments: ["incidents"] }, analysis).moment("incidents")).toBe(true);
  expect(litBy({ lanes: "sold" }, analysis).moment("first sale")).toBe(false);
});
