/**
 * Tells the connections of this node of the races they have joined, wherever these run: it reads the record again and
 * again, for all of them at once, while there is anyone to tell. Redis has no part in it, so it may be away.
 */
import type pg from "pg";
import type { RaceIncident, RaceProgress, RaceStep, RaceView } from "#contract/lab";
import { RACE_LIMITS } from "#contract/lab-limits";
import { isOutage } from "#db/outages";
import { readPackedSteps, readRaces } from "#db/queries/lab-read-race";
import { isOver, unpackSteps, viewOf } from "./race-record";

const LOOK_EVERY_MS = 100;

export interface RaceBroadcast {
  steps(raceId: string, batch: { steps: RaceStep[]; incidents: RaceIncident[] }): void;
  progress(progress: RaceProgress): void;
  result(race: RaceView): void;
}

export interface RaceWatch {
  /** The race as it has been told so far. `join` is called in the same turn: what is told next is exactly what is new. */
  join(raceId: string, join: () => void): Promise<RaceView | undefined>;
  close(): void;
}

export interface RaceWatchDeps {
  db: pg.Pool;
  broadcast: RaceBroadcast;
  hasListeners: (raceId: string) => boolean;
  onError: (error: unknown) => void;
}

export function createRaceWatch({ db, broadcast, hasListeners, onError }: RaceWatchDeps): RaceWatch {
  /** Races that are joined and not over, as they were told last. */
  const watched = new Map<string, RaceView>();
  let looking = false;
  const timer = setInterval(() => {
    if (looking || watched.size === 0) return;
    looking = true;
    void look().finally(() => {
      looking = false;
    });
  }, LOOK_EVERY_MS);
  timer.unref();

  return {
    async join(raceId, join) {
      const [row] = await readRaces(db, [raceId]);
      if (!row) return undefined;
      join();
      const race = watched.get(raceId) ?? viewOf(row);
      if (!isOver(race)) watched.set(raceId, race);
      return race;
    },
    close: () => clearInterval(timer),
  };

  async function look(): Promise<void> {
    for (const raceId of watched.keys()) if (!hasListeners(raceId)) watched.delete(raceId);
    try {
      for (const row of await readRaces(db, [...watched.keys()])) await tell(viewOf(row));
    } catch (error) {
      if (!isOutage(error)) onError(error);
    }
  }

  async function tell(now: RaceView): Promise<void> {
    const { raceId } = now;
    const from = watched.get(raceId)?.stepsTold ?? 0;
    const steps = from < now.stepsTold ? await readSteps(raceId, from, now.stepsTold) : [];
    const before = watched.get(raceId);
    if (!before) return;
    let incidents = now.incidents.slice(before.incidents.length);
    for (let at = 0; at < steps.length || incidents.length > 0; at += RACE_LIMITS.stepsPerPage) {
      broadcast.steps(raceId, { steps: steps.slice(at, at + RACE_LIMITS.stepsPerPage), incidents });
      incidents = [];
    }
    if (isOver(now)) {
      watched.delete(raceId);
      broadcast.result(now);
      return;
    }
    watched.set(raceId, now);
    const progress = progressOf(now);
    if (JSON.stringify(progress) !== JSON.stringify(progressOf(before))) broadcast.progress(progress);
  }

  async function readSteps(raceId: string, from: number, to: number): Promise<RaceStep[]> {
    const found = await readPackedSteps(db, raceId, from, to);
    return found ? unpackSteps(found.lists, from, to) : [];
  }
}

function progressOf({ raceId, status, position, requests, answered, sold }: RaceView): RaceProgress {
  return { raceId, status, position, requests, answered, sold };
}
