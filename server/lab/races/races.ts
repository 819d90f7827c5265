/** The races as every node has them: asked for, looked at, and listened to anywhere. */
import type { RaceStepsPage, RaceView } from "#contract/lab";
import { readRaceHistory } from "#db/queries/lab-read-race";
import type { History } from "#histories/history";
import { createRaceQueue, type RaceQueue, type RaceQueueDeps } from "./race-queue";
import { findRace, findSteps } from "./race-record";
import { createRaceWatch, type RaceWatch, type RaceWatchDeps } from "./race-watch";

export interface Races extends RaceQueue, Pick<RaceWatch, "join"> {
  find(raceId: string): Promise<RaceView | undefined>;
  steps(raceId: string, from: number): Promise<RaceStepsPage | undefined>;
  /** Of a race that is over. */
  history(raceId: string): Promise<History | undefined>;
}

export function createRaces(deps: RaceQueueDeps & RaceWatchDeps): Races {
  const queue = createRaceQueue(deps);
  const watch = createRaceWatch(deps);
  return {
    submit: queue.submit,
    find: (raceId) => findRace(deps.db, raceId),
    steps: (raceId, from) => findSteps(deps.db, raceId, from),
    history: (raceId) => readRaceHistory(deps.db, raceId),
    join: watch.join,
    async close() {
      await queue.close();
      watch.close();
    },
  };
}
