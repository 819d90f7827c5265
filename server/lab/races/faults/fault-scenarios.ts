/**
 * One scenario per fault. Each is a script to be read from top to bottom: who comes when, what is done to
 * whom, and what is waited for. A holder is held at its mark first, so that the fault meets it exactly there,
 * every time; then the signal is sent, and it is a real one.
 */
import type { FaultId } from "#contract/lab-faults";
import { CLOCK_FAULTS } from "./clock-faults";
import { ENSEMBLE_FAULTS } from "./ensemble-faults";
import { type FaultScenario, NO_FAULT } from "./fault-scenario";
import { HOLDER_FAULTS } from "./holder-faults";
import { REDIS_FAULTS } from "./redis-faults";

const CLICKS = 5;

export const FAULT_SCENARIOS: Record<FaultId, FaultScenario> = {
  "spam-click": { ...NO_FAULT, clicks: CLICKS },
  "no-backoff": { ...NO_FAULT, lock: { firstPauseMs: 0, longestPauseMs: 0 } },
  ...HOLDER_FAULTS,
  ...REDIS_FAULTS,
  ...CLOCK_FAULTS,
  ...ENSEMBLE_FAULTS,
};
