/**
 * What a visitor has chosen to race: one strategy, or two side by side, under the same conditions. A setup
 * with its seed is a link, so everything that shapes a race is in here, and anything odd in a link is put right.
 */
import type { RaceRequest } from "#contract/lab";
import { FAULT_IDS, type FaultId } from "#contract/lab-faults";
import { RACE_LIMITS } from "#contract/lab-limits";
import { STRATEGY_IDS, type StrategyId, strategyCard } from "#contract/lab-strategies";

export interface Side {
  strategy: StrategyId;
  fault: FaultId | null;
}

export interface Conditions {
  buyers: number;
  thinkMs: number;
  instances: number;
  poolSize: number;
  /** Null lets the lab draw one. */
  seed: number | null;
}

export interface Setup extends Conditions {
  sides: readonly [Side] | readonly [Side, Side];
}

export const SEAT = "A1";
const MAX_SEED = 0xffff_ffff;

export const DEFAULT_SETUP: Setup = {
  sides: [{ strategy: "naive", fault: null }],
  buyers: 100,
  thinkMs: 20,
  instances: 3,
  poolSize: 10,
  seed: null,
};

export type Params = Readonly<Record<string, string | string[] | undefined>>;

export function readSetup(params: Params): Setup {
  const first = readSide(params.strategy, params.fault) ?? DEFAULT_SETUP.sides[0];
  const second = readSide(params.against, params.againstFault);
  return settle({
    sides: second ? [first, second] : [first],
    buyers: readNumber(params.buyers, DEFAULT_SETUP.buyers),
    thinkMs: readNumber(params.think, DEFAULT_SETUP.thinkMs),
    instances: readNumber(params.instances, DEFAULT_SETUP.instances),
    poolSize: readNumber(params.pool, DEFAULT_SETUP.poolSize),
    seed: one(params.seed) === undefined ? null : readNumber(params.seed, 0),
  });
}

export function writeSetup({ sides, buyers, thinkMs, instances, poolSize, seed }: Setup): URLSearchParams {
  const [first, second] = sides;
  const params = new URLSearchParams({ strategy: first.strategy });
  if (first.fault) params.set("fault", first.fault);
  if (second) params.set("against", second.strategy);
  if (second?.fault) params.set("againstFault", second.fault);
  params.set("buyers", String(buyers));
  params.set("think", String(thinkMs));
  params.set("instances", String(instances));
  params.set("pool", String(poolSize));
  if (seed !== null) params.set("seed", String(seed));
  return params;
}

/** Where the page opens and the same race runs again by itself. */
export function replayLink(setup: Setup): string {
  const params = writeSetup(setup);
  params.set("replay", "1");
  return `/lab?${params}`;
}

/** The same setup with every number within the lab's limits and only faults its strategies know. */
export function settle(setup: Setup): Setup {
  const [first, second] = setup.sides;
  const instances = clamp(setup.instances, 1, RACE_LIMITS.maxInstances);
  const poolLimit = Math.min(RACE_LIMITS.maxPoolSize, Math.floor(RACE_LIMITS.maxConnections / instances));
  return {
    sides: second ? [settleSide(first), settleSide(second)] : [settleSide(first)],
    buyers: clamp(setup.buyers, RACE_LIMITS.minBuyers, RACE_LIMITS.maxBuyers),
    thinkMs: clamp(setup.thinkMs, 0, RACE_LIMITS.maxThinkMs),
    instances,
    poolSize: clamp(setup.poolSize, 1, poolLimit),
    seed: setup.seed === null ? null : clamp(setup.seed, 0, MAX_SEED),
  };
}

export function faultsOf(strategy: StrategyId): FaultId[] {
  const { faults } = strategyCard(strategy);
  return FAULT_IDS.filter((fault) => faults[fault] !== undefined);
}

export function raceRequestOf(
  { strategy, fault }: Side,
  { buyers, thinkMs, instances, poolSize, seed }: Conditions,
): RaceRequest {
  return {
    strategy,
    seat: SEAT,
    buyers,
    thinkMs,
    instances,
    poolSize,
    ...(fault && { fault }),
    ...(seed !== null && { seed }),
  };
}

function settleSide({ strategy, fault }: Side): Side {
  return { strategy, fault: fault && faultsOf(strategy).includes(fault) ? fault : null };
}

function readSide(strategy: Params[string], fault: Params[string]): Side | undefined {
  const id = STRATEGY_IDS.find((known) => known === one(strategy));
  return id && { strategy: id, fault: FAULT_IDS.find((known) => known === one(fault)) ?? null };
}

function readNumber(value: Params[string], otherwise: number): number {
  const text = one(value)?.trim();
  const number = text ? Number(text) : Number.NaN;
  return Number.isFinite(number) ? Math.round(number) : otherwise;
}

function one(value: Params[string]): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, Math.round(value)));
}
