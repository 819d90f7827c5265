/** Who may race when, and what is kept of it. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RaceProgress, RaceStep, RaceView } from "#contract/lab";
import { openLab, type TestLab } from "#testing/lab";
import { until } from "#testing/until";
import { createRaces, type Races } from "./races";

const SMALL = { strategy: "row-lock", buyers: 4, instances: 2, poolSize: 2, thinkMs: 10 } as const;

let lab: TestLab;
let races: Races;
let steps: RaceStep[];
let progress: RaceProgress[];
let results: RaceView[];
beforeAll(async () => {
  lab = await openLab();
  [steps, progress, results] = [[], [], []];
  races = createRaces({
    ...lab.deps,
    onError: () => {},
    audience: {
      steps: (_raceId, batch) => void steps.push(...batch.steps),
      progress: (update) => void progress.push(update),
      result: (race) => void results.push(race),
    },
  });
});
afterAll(async () => {
  await races.close();
  await lab.close();
});

describe("the line", () => {
  test("L10 one race runs at a time, the others know their position, a visitor has one of them", async () => {
    const first = submit("an");
    const second = submit("binh");
    const third = submit("chi");
    expect(races.submit("an", SMALL)).toMatchObject({ ok: false, code: "rate_limited" });
    expect(races.submit("chi", SMALL)).toMatchObject({ ok: false, code: "rate_limited" });
    expect([first, second, third].map((id) => races.find(id)?.position)).toEqual([0, 1, 2]);

    const done = await finished(third);
    expect(done).toMatchObject({ status: "done", success: 1, position: 0 });
    expect(results.map(({ raceId }) => raceId)).toEqual([first, second, third]);
    expect(progress.filter(({ raceId }) => raceId === third).map(({ position }) => position)).toContain(1);
    const again = submit("an");
    await finished(again);
  });

  test("L10 the line has an end", () => {
    const crowd = Array.from({ length: 60 }, (_, visitor) => races.submit(`visitor ${visitor}`, SMALL));
    expect(crowd.filter(({ ok }) => ok)).toHaveLength(51);
    expect(crowd.at(-1)).toMatchObject({ ok: false, code: "unavailable" });
  });

  test("L11 closing the lab ends the race that runs and forgets the line", async () => {
    await races.close();
    expect(results.at(-1)?.status).toMatch(/done|failed/);
    expect(races.submit("late", SMALL)).toMatchObject({ ok: false, code: "unavailable" });
  });
});

describe("what is kept", () => {
  test("L12 what was streamed is what the race keeps", async () => {
    const [first] = results;
    expect(first?.steps.length).toBeGreaterThan(0);
    const lanesOf = (list: RaceStep[]) =>
      list.map(({ lane, name, startedMs }) => `${lane} ${name} ${startedMs}`);
    for (const step of lanesOf(first?.steps ?? [])) expect(lanesOf(steps)).toContain(step);
  });

  test("L9 a race tells its seed and its settings in full, so that it can be asked for again", () => {
    expect(results[0]?.settings).toEqual({ ...SMALL, seat: "A1", seed: results[0]?.seed });
  });
});

function submit(visitor: string): string {
  const submitted = races.submit(visitor, SMALL);
  if (!submitted.ok) throw new Error(submitted.code);
  return submitted.raceId;
}

function finished(raceId: string): Promise<RaceView> {
  return until("the race is over", () => {
    const race = races.find(raceId);
    return race?.status === "done" || race?.status === "failed" ? race : undefined;
  });
}
