import type { RaceProgress, RaceResult, RaceView } from "#contract/lab";

type NoResult = { [field in Exclude<keyof RaceResult, "requests">]: null };

export type RaceRecord = Omit<RaceProgress, "position"> &
  Pick<RaceView, "settings" | "lockTtlMs" | "steps" | "stepsLeftOut" | "incidents" | "error"> & {
    visitor: string;
    result: RaceResult | NoResult;
  };

export const NO_RESULT: NoResult = {
  success: null,
  failed: null,
  doubleBookings: null,
  owners: null,
  told: null,
  p50Ms: null,
  p99Ms: null,
  postgresStatements: null,
  postgresCountedBy: null,
  redisCommands: null,
  durationMs: null,
};

/** The race as anyone may see it: whose it is stays here. */
export function viewOf({ visitor: _, result, ...race }: RaceRecord, position: number): RaceView {
  return { ...race, position, seed: race.settings.seed, ...result };
}
