/** Writes down a race while this node runs it: a few times a second what is new, and at its end how it ended. */
import type pg from "pg";
import type { RaceIncident, RaceResult, RaceStep } from "#contract/lab";
import type { Localized } from "#contract/language";
import { isOutage, repeatedOnOutage } from "#db/outages";
import { type RaceNews, writeRace } from "#db/queries/lab-write-race";
import { packSteps } from "./race-record";
import type { RaceListener } from "./run-race";

const WRITE_EVERY_MS = 100;
/** A race of which nothing is new is still alive. */
const SAY_ALIVE_EVERY_MS = 1_000;

export type RaceEnd = { result: RaceResult } | { error: Localized };

export interface RaceWriter extends RaceListener {
  /** Aborted when the race is this node's no more: the others took it for dead. */
  disowned: AbortSignal;
  end(how: RaceEnd): Promise<void>;
}

export function createRaceWriter(
  db: pg.Pool,
  race: { raceId: string; node: string; requests: number },
  onError: (error: unknown) => void,
): RaceWriter {
  const disowned = new AbortController();
  const incidents: RaceIncident[] = [];
  const unwritten: RaceStep[] = [];
  const news: Omit<RaceNews, "steps"> = {
    status: "preparing",
    answered: 0,
    sold: 0,
    stepsTold: 0,
    stepsLeftOut: 0,
    incidents,
    result: null,
    error: null,
    history: null,
  };
  let changed = false;
  let writtenAtMs = performance.now();
  let writing: Promise<void> | undefined;

  const timer = setInterval(() => {
    if (writing || !(changed || performance.now() - writtenAtMs > SAY_ALIVE_EVERY_MS)) return;
    writing = write().catch(noteFailure);
    void writing.finally(() => {
      writing = undefined;
    });
  }, WRITE_EVERY_MS);

  return {
    disowned: disowned.signal,
    running: () => change({ status: "running" }),
    steps(steps, leftOut) {
      unwritten.push(...steps);
      change({ stepsLeftOut: news.stepsLeftOut + leftOut });
    },
    incident(incident) {
      incidents.push(incident);
      changed = true;
    },
    progress: (answered, sold) => change({ answered, sold }),
    history(history) {
      news.history = history;
    },
    async end(how) {
      clearInterval(timer);
      await writing;
      if ("result" in how) {
        const { result } = how;
        change({ status: "done", answered: race.requests, sold: result.success, result });
      } else change({ status: "failed", error: how.error });
      await repeatedOnOutage(write);
    },
  };

  function change(part: Partial<typeof news>): void {
    Object.assign(news, part);
    changed = true;
  }

  async function write(): Promise<void> {
    changed = false;
    const count = unwritten.length;
    const steps = await packSteps(unwritten.slice(0, count), news.stepsTold);
    const told = { ...news, stepsTold: news.stepsTold + count };
    try {
      if (!(await writeRace(db, race.raceId, race.node, { ...told, steps }))) disowned.abort();
    } catch (error) {
      changed = true;
      throw error;
    }
    unwritten.splice(0, count);
    news.stepsTold = told.stepsTold;
    writtenAtMs = performance.now();
  }

  /** It is tried again. */
  function noteFailure(error: unknown): void {
    if (!isOutage(error)) onError(error);
  }
}
