/** What is kept of a race, as anyone may see it: from every node, for good. Whose it was is not told. */
import { promisify } from "node:util";
import { deflate, inflate } from "node:zlib";
import type pg from "pg";
import type { RaceResult, RaceStep, RaceStepsPage, RaceView } from "#contract/lab";
import { RACE_LIMITS } from "#contract/lab-limits";
import { type PackedSteps, type RaceRow, readPackedSteps, readRaces } from "#db/queries/lab-read-race";

const compress = promisify(deflate);
const decompress = promisify(inflate);

const NO_RESULT: { [field in Exclude<keyof RaceResult, "requests">]: null } = {
  success: null,
  failed: null,
  doubleBookings: null,
  owners: null,
  answers: null,
  told: null,
  p50Ms: null,
  p99Ms: null,
  postgresStatements: null,
  postgresCountedBy: null,
  redisCommands: null,
  durationMs: null,
  unexplained: null,
};

export function viewOf({ result, ...race }: RaceRow): RaceView {
  return { ...race, seed: race.settings.seed, ...(result ?? NO_RESULT) };
}

export function isOver({ status }: Pick<RaceView, "status">): boolean {
  return status === "done" || status === "failed";
}

export async function findRace(db: pg.Pool, raceId: string): Promise<RaceView | undefined> {
  const [race] = await readRaces(db, [raceId]);
  return race && viewOf(race);
}

/** Steps are megabytes, and are read by the page. */
export async function findSteps(
  db: pg.Pool,
  raceId: string,
  from: number,
): Promise<RaceStepsPage | undefined> {
  const end = from + RACE_LIMITS.stepsPerPage;
  const found = await readPackedSteps(db, raceId, from, end);
  if (!found) return undefined;
  const steps = await unpackSteps(found.lists, from, end);
  const to = from + steps.length;
  return { steps, next: to < found.stepsTold && steps.length > 0 ? to : null };
}

export async function unpackSteps(lists: PackedSteps[], from: number, to: number): Promise<RaceStep[]> {
  const unpacked = await Promise.all(
    lists.map(async ({ first, packed }) => {
      const steps: RaceStep[] = JSON.parse((await decompress(packed)).toString());
      return steps.slice(Math.max(0, from - first), Math.max(0, to - first));
    }),
  );
  return unpacked.flat();
}

/** As they are stored: no more at a time than are told at a time. */
export async function packSteps(steps: RaceStep[], first: number): Promise<PackedSteps[]> {
  const lists: Promise<PackedSteps>[] = [];
  for (let at = 0; at < steps.length; at += RACE_LIMITS.stepsPerPage) {
    const list = JSON.stringify(steps.slice(at, at + RACE_LIMITS.stepsPerPage));
    lists.push(compress(list).then((packed) => ({ first: first + at, packed })));
  }
  return Promise.all(lists);
}
