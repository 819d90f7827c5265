/** Who may race when, and what is kept of it: two nodes on one database. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RaceProgress, RaceStep, RaceView } from "#contract/lab";
import { RACE_LIMITS } from "#contract/lab-limits";
import { occupyLab, openLab, type TestLab } from "#testing/lab";
import { until } from "#testing/until";
import type { RaceBroadcast } from "./race-watch";
import { createRaces, type Races } from "./races";

const SMALL = { strategy: "row-lock", buyers: 4, instances: 2, poolSize: 2, thinkMs: 10 } as const;

let lab: TestLab;
let races: Races;
let other: Races;
let steps: RaceStep[];
let progress: RaceProgress[];
let results: RaceView[];
beforeAll(async () => {
  lab = await openLab();
  [steps, progress, results] = [[], [], []];
  races = openNode({
    steps: (_raceId, batch) => void steps.push(...batch.steps),
    progress: (update) => void progress.push(update),
    result: (race) => void results.push(race),
  });
  other = openNode();
});
afterAll(async () => {
  await Promise.all([races.close(), other.close()]);
  await lab.close();
});

function openNode(broadcast: RaceBroadcast = { steps() {}, progress() {}, result() {} }): Races {
  return createRaces({ ...lab.deps, broadcast, onError: () => {}, hasListeners: () => true });
}

describe("the line", () => {
  test("L10 L34 one race runs at a time, all nodes know the positions, nobody has two", async () => {
    const [running, lastBefore] = [await occupyLab(lab.db), await occupyLab(lab.db)];
    const first = await submit("an");
    const second = await submit("binh", other);
    const third = await submit("chi");
    expect(await other.submit("an", SMALL)).toMatchObject({ ok: false, code: "rate_limited" });
    expect(await races.submit("chi", SMALL)).toMatchObject({ ok: false, code: "rate_limited" });
    for (const node of [races, other]) {
      const positions = await Promise.all([first, second, third].map((id) => node.find(id)));
      expect(positions.map((race) => race?.position)).toEqual([2, 3, 4]);
    }
    for (const raceId of [first, second, third]) await races.join(raceId, () => {});
    await running.release();
    await until("the last hears that it has moved up", () =>
      progress.some(({ raceId, position }) => raceId === third && position === 3),
    );
    await lastBefore.release();

    expect(await finished(third)).toMatchObject({ status: "done", success: 1, position: 0 });
    await until("all results are told", () => results.length === 3);
    expect(new Set(results.map(({ raceId }) => raceId))).toEqual(new Set([first, second, third]));
    const { rows } = await lab.db.query(
      "SELECT race_id FROM lab_races WHERE race_id = ANY ($1) ORDER BY ended_at",
      [[third, second, first]],
    );
    expect(rows.map((row) => row.race_id)).toEqual([first, second, third]);
    await finished(await submit("an"));
  });

  test("L12 what was streamed is what is kept", async () => {
    const [race] = results;
    const kept = (await other.steps(race?.raceId ?? "", 0))?.steps ?? [];
    expect(kept).toHaveLength(race?.stepsTold ?? -1);
    expect(kept.length).toBeGreaterThan(0);
    for (const step of kept) expect(steps).toContainEqual(step);
  });

  test("L9 a race tells its seed and its settings in full, so that it can be asked for again", () => {
    expect(results[0]?.settings).toEqual({ ...SMALL, seat: "A1", seed: results[0]?.seed });
  });

  test("L10 an address has only so many in it, and the line has an end", async () => {
    await occupyLab(lab.db);
    const pupils = Array.from({ length: RACE_LIMITS.maxPerAddress + 2 }, (_, at) => `pupil ${at}`);
    const class_ = await Promise.all(
      pupils.map((pupil, at) => [races, other][at % 2]?.submit(pupil, SMALL, "198.51.100.1")),
    );
    expect(class_.filter((answer) => answer?.ok)).toHaveLength(RACE_LIMITS.maxPerAddress);
    expect(class_.find((answer) => !answer?.ok)).toMatchObject({
      code: "rate_limited",
      retryAfterMs: expect.any(Number),
    });
    expect(await races.submit("neighbour", SMALL, "198.51.100.2")).toMatchObject({ ok: true });
    const crowd = await Promise.all(
      Array.from({ length: RACE_LIMITS.maxQueued }, (_, at) => races.submit(`submitter ${at}`, SMALL)),
    );
    expect(crowd.filter(({ ok }) => ok)).toHaveLength(RACE_LIMITS.maxQueued - RACE_LIMITS.maxPerAddress - 1);
    expect(crowd.find(({ ok }) => !ok)).toMatchObject({ ok: false, code: "unavailable" });
    await lab.db.query("DELETE FROM lab_races WHERE ended_at IS NULL");
  });

  test("L11 L35 closing a node ends the race it runs, which says so, and leaves the line to the others", async () => {
    await other.close();
    const raceId = await submit("an", races, RACE_LIMITS.maxThinkMs);
    await until("it runs", async () => (await races.find(raceId))?.status === "running");
    const waiting = await submit("binh");
    await races.close();
    expect(await races.find(raceId)).toMatchObject({
      status: "failed",
      error: { en: expect.stringContaining("stopped before its end") },
    });
    expect(await races.submit("late", SMALL)).toMatchObject({ ok: false, code: "unavailable" });
    other = openNode();
    expect(await finished(waiting)).toMatchObject({ status: "done", success: 1 });
  });

  test("L35 the race of a node that fell silent is over, says so, and holds nobody up", async () => {
    const occupied = await occupyLab(lab.db);
    const waiting = await submit("chi", other);
    await occupied.fallSilent();
    expect(await finished(occupied.raceId)).toMatchObject({
      status: "failed",
      error: { vi: expect.stringContaining("Máy chủ") },
    });
    expect(await finished(waiting)).toMatchObject({ status: "done" });
  });

  test("L36 who asked for a race is not kept", async () => {
    const { rows } = await lab.db.query("SELECT submitter, address FROM lab_races");
    expect(rows.length).toBeGreaterThan(3);
    expect(rows.every(({ submitter, address }) => submitter === null && address === null)).toBe(true);
  });
});

async function submit(submitter: string, node = races, thinkMs: number = SMALL.thinkMs): Promise<string> {
  const submitted = await node.submit(submitter, { ...SMALL, thinkMs });
  if (!submitted.ok) throw new Error(submitted.code);
  return submitted.raceId;
}

function finished(raceId: string): Promise<RaceView> {
  return until("the race is over", async () => {
    const race = await other.find(raceId);
    return race?.status === "done" || race?.status === "failed" ? race : undefined;
  });
}
