/** Who runs where, held by what, with which locks: everything about a race that follows from its settings. */
import type { RaceSettings } from "#contract/lab";
import { strategyCard } from "#contract/lab-strategies";
import type { LockSettings } from "#server/strategies/strategy";
import { SHORTEST_SESSION_MS } from "../ensembles/ensemble";
import type { AttemptSetup } from "../processes/instance-messages";
import { type FaultScenario, NO_FAULT } from "./faults/fault-scenario";
import { FAULT_SCENARIOS } from "./faults/fault-scenarios";
import { seededRandom, shuffled } from "./seeded-random";

/** The articles' defaults: thirty seconds to live, five to wait, pauses from 50 to 1000 ms. */
export const ARTICLE_LOCK: LockSettings = {
  ttlMs: 30_000,
  waitMs: 5_000,
  firstPauseMs: 50,
  longestPauseMs: 1_000,
};
/** Each Redlock node gets this long to vote. */
export const VOTE_WITHIN_MS = 50;

export interface RacePlan {
  scenario: FaultScenario;
  attempts: AttemptSetup[];
  instances: number;
  /** The instance of each lane. */
  instanceOfLane: Map<number, number>;
  instanceOfBuyer(buyer: string): number;
  lockTtlMs: number;
  lock: LockSettings;
  redisTimeoutMs: number;
}

export function planRace(settings: RaceSettings): RacePlan {
  const scenario = settings.fault ? FAULT_SCENARIOS[settings.fault] : NO_FAULT;
  const attempts = planAttempts(settings, scenario);
  const instances = scenario.firstAlone ? Math.max(2, settings.instances) : settings.instances;
  const instanceOfLane = new Map(
    attempts.map(({ lane }) => [lane, assignInstance(lane, instances, scenario)]),
  );
  const lockTtlMs = lockTtlOf(settings);
  return {
    scenario,
    attempts,
    instances,
    instanceOfLane,
    instanceOfBuyer: (buyer) =>
      instanceOfLane.get(attempts.findIndex((attempt) => attempt.buyer === buyer)) ?? 0,
    lockTtlMs,
    lock: {
      ...ARTICLE_LOCK,
      ttlMs: lockTtlMs,
      waitMs: Math.max(ARTICLE_LOCK.waitMs, 3 * lockTtlMs * Number(scenario.lockTtlMs !== undefined)),
      ...scenario.lock,
    },
    redisTimeoutMs: settings.strategy === "redlock" ? VOTE_WITHIN_MS : lockTtlMs / 10,
  };
}

/** Where a fault waits for locks to lapse they are short, but never so short that honest work outlasts them. */
function lockTtlOf({ fault, thinkMs, strategy }: RaceSettings): number {
  const short = fault && FAULT_SCENARIOS[fault].lockTtlMs;
  const shortest = strategyCard(strategy).server ? SHORTEST_SESSION_MS : 0;
  return short ? Math.max(short, shortest, 4 * thinkMs) : (ARTICLE_LOCK.ttlMs ?? 0);
}

/** The seed decides in which order the buyers come. */
function planAttempts({ buyers, seed }: RaceSettings, scenario: FaultScenario): AttemptSetup[] {
  const names = Array.from({ length: buyers }, (_, index) => `buyer-${index + 1}`);
  const order = shuffled(names, seededRandom(seed, "order"));
  const clicks = order.flatMap((buyer) => Array.from({ length: scenario.clicks ?? 1 }, () => buyer));
  return clicks.map((buyer, lane) => ({
    lane,
    buyer,
    holdBefore: null,
    declined: false,
    ...scenario.lanes?.[lane],
  }));
}

function assignInstance(lane: number, instances: number, { firstAlone }: FaultScenario): number {
  if (!firstAlone) return lane % instances;
  return lane === 0 ? 0 : 1 + (lane % (instances - 1));
}
