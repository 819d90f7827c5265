/** What a fault is to a race: who is held where, how long locks live, and a script of what happens. */
import type { LockSettings } from "#server/strategies/strategy";
import type { AttemptSetup } from "../../processes/instance-messages";
import type { RaceControls } from "../race-controls";

export interface FaultScenario {
  /** How often each buyer clicks. */
  clicks?: number;
  /** What is special about some lanes. */
  lanes?: Record<number, Partial<Pick<AttemptSetup, "holdBefore" | "declined">>>;
  /** The first buyer gets a process of its own, so that what happens to it happens to nobody else. */
  firstAlone?: boolean;
  /** Locks live this long; without it, so long that none lapses. */
  lockTtlMs?: number;
  lock?: Partial<LockSettings>;
  /** The servers that keep the lock are some whose clocks can be moved. */
  movableClocks?: boolean;
  /** The race is run against a primary with a replica. */
  pair?: boolean;
  run(race: RaceControls, lanes: number[]): Promise<void>;
}

/** Locks whose lapse is waited for. */
export const SHORT_TTL_MS = 1_000;

export const NO_FAULT: FaultScenario = {
  async run(race, lanes) {
    race.startBuyers(lanes);
    await race.untilAnswered(lanes);
  },
};
