/** What is known of one race apart from its steps, and how each message from the lab changes it. */
import type { RaceIncident, RaceProgress, RaceResult, RaceStatus, RaceView } from "#contract/lab";
import type { Localized } from "#contract/language";

export interface RunState {
  /** `asking`: the lab has not answered yet. `waiting`: an earlier race of this buyer is still under way. */
  phase: "asking" | "waiting" | RaceStatus;
  raceId: string | null;
  position: number;
  requests: number;
  answered: number;
  sold: number;
  seed: number | null;
  lockTtlMs: number | null;
  stepsLeftOut: number;
  incidents: readonly RaceIncident[];
  result: RaceResult | null;
  /** With `failed`: why, in the words of the lab or, in the buyer's language already, of its refusal. */
  error: Localized | string | null;
}

export const INITIAL_RUN_STATE: RunState = {
  phase: "asking",
  raceId: null,
  position: 0,
  requests: 0,
  answered: 0,
  sold: 0,
  seed: null,
  lockTtlMs: null,
  stepsLeftOut: 0,
  incidents: [],
  result: null,
  error: null,
};

export function isOver({ phase }: RunState): boolean {
  return phase === "done" || phase === "failed";
}

export function withProgress(state: RunState, progress: RaceProgress): RunState {
  // The result has been told: a progress that was overtaken on the way knows less.
  if (isOver(state)) return state;
  const { status: phase, position, requests, answered, sold } = progress;
  return { ...state, phase, position, requests, answered, sold };
}

export function withIncidents(state: RunState, incidents: readonly RaceIncident[]): RunState {
  return incidents.length === 0 ? state : { ...state, incidents: [...state.incidents, ...incidents] };
}

/** A whole race, as a join answers it or as it is told at its end: it replaces what was known. */
export function withRace(race: RaceView): RunState {
  return {
    phase: race.status,
    raceId: race.raceId,
    position: race.position,
    requests: race.requests,
    answered: race.answered,
    sold: race.sold,
    seed: race.seed,
    lockTtlMs: race.lockTtlMs,
    stepsLeftOut: race.stepsLeftOut,
    incidents: race.incidents,
    result: resultOf(race),
    error: race.error,
  };
}

export function failedState(state: RunState, error: Localized | string): RunState {
  return { ...state, phase: "failed", error };
}

function resultOf(race: RaceView): RaceResult | null {
  return race.status === "done" && isFinished(race) ? race : null;
}

function isFinished<R extends RaceView>(race: R): race is R & RaceResult {
  return race.success !== null && race.owners !== null;
}
