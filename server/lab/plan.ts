/** Who runs where, held by what, with which locks: everything about a race that follows from its settings. */
import type { RaceSettings } from "#contract/lab";
import type { LockSettings } from "#server/strategies/strategy";
import type { AttemptSetup } from "./messages";
import { seededRandom, shuffled } from "./random";
import { burst, SCENARIOS, type Scenario } from "./scenarios";

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
  scenario: Scenario;
  attempts: AttemptSetup[];
  instances: number;
  /** The instance of each lane. */
  homes: Map<number, number>;
  homeOf(buyer: string): number;
  lockTtlMs: number;
  lock: LockSettings;
  redisTimeoutMs: number;
}

export function planRace(settings: RaceSettings): RacePlan {
  const scenario = settings.fault ? SCENARIOS[settings.fault] : burst;
  const attempts = planAttempts(settings, scenario);
  const instances = scenario.firstAlone ? Math.max(2, settings.instances) : settings.instances;
  const homes = new Map(attempts.map(({ lane }) => [lane, homeOfLane(lane, instances, scenario)]));
  const lockTtlMs = lockTtlOf(settings);
  return {
    scenario,
    attempts,
    instances,
    homes,
    homeOf: (buyer) => homes.get(attempts.findIndex((attempt) => attempt.buyer === buyer)) ?? 0,
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
export function lockTtlOf({ fault, thinkMs }: RaceSettings): number {
  const short = fault && SCENARIOS[fault].lockTtlMs;
  return short ? Math.max(short, 4 * thinkMs) : (ARTICLE_LOCK.ttlMs ?? 0);
}

/** The seed decides in which order the buyers come. */
function planAttempts({ buyers, seed }: RaceSettings, scenario: Scenario): AttemptSetup[] {
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

function homeOfLane(lane: number, instances: number, { firstAlone }: Scenario): number {
  if (!firstAlone) return lane % instances;
  return lane === 0 ? 0 : 1 + (lane % (instances - 1));
}
