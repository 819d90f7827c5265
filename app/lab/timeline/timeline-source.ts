/** What a timeline is drawn from: a race as it runs, or a history that was written down. */
import type { RaceRun } from "../race/run/race-run";

export type TimelineSource = Pick<RaceRun, "lanes" | "analysis" | "state">;

/** The process of a step that was seen from outside. */
export const NO_PROCESS = -1;
