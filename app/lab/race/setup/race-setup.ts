/**
 * What a buyer has chosen to race: one strategy, or two side by side, under the same conditions. A setup
 * with its seed is a link, so everything that shapes a race is in here, and anything odd in a link is put right.
 */
import type { RaceRequest, RaceSettings } from "#contract/lab";
import { FAULT_IDS, type FaultId } from "#contract/lab-faults";
import { RACE_LIMITS } from "#contract/lab-limits";
import { STRATEGY_IDS, type StrategyId, strategyCard } from "#contract/lab-strategies";
import type { SearchParams } from "../../../lib/current-request";

export interface RaceSide {
  strategy: StrategyId;
  fault: FaultId | null;
}

export interface RaceConditions {
  buyers: number;
  thinkMs: number;
  instances: number;
  poolSize: number;
  /** Null lets the lab draw one. */
  seed: number | null;
}

export interface RaceSetup extends RaceConditions {
  sides: readonly [RaceSide] | readonly [RaceSide, RaceSide];
}

export const RACED_SEAT = "A1";
const MAX_SEED = 0xffff_ffff;

export const DEFAULT_SETUP: RaceSetup = {
  sides: [{ strategy: "naive", fault: null }],
  buyers: 100,
  thinkMs: 20,
  instances: 3,
  poolSize: 10,
  seed: null,
};

export function readSetup(params: SearchParams): RaceSetup {
  const first = readSide(params.strategy, params.fault) ?? DEFAULT_SETUP.sides[0];
  const second = readSide(params.against, params.againstFault);
  return clampSetup({
    sides: second ? [first, second] : [first],
    buyers: readNumber(params.buyers, DEFAULT_SETUP.buyers),
    thinkMs: readNumber(params.think, DEFAULT_SETUP.thinkMs),
    instances: readNumber(params.instances, DEFAULT_SETUP.instances),
    poolSize: readNumber(params.pool, DEFAULT_SETUP.poolSize),
    seed: firstOf(params.seed) === undefined ? null : readNumber(params.seed, 0),
  });
}

export function writeSetup({
  sides,
  buyers,
  thinkMs,
  instances,
  poolSize,
  seed,
}: RaceSetup): URLSearchParams {
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

/** What a race was asked for with. */
export function setupOf({ strategy, fault, ...conditions }: RaceSettings): RaceSetup {
  const { buyers, thinkMs, instances, poolSize, seed } = conditions;
  return { sides: [{ strategy, fault: fault ?? null }], buyers, thinkMs, instances, poolSize, seed };
}

/** Where one race is found for good. */
export function raceLink(raceId: string): string {
  return `/lab/races/${encodeURIComponent(raceId)}`;
}

/** Where the page opens and the same race runs again by itself. */
export function replayLink(setup: RaceSetup): string {
  const params = writeSetup(setup);
  params.set("replay", "1");
  return `/lab?${params}`;
}

/** The same setup with every number within the lab's limits and only faults its strategies know. */
export function clampSetup(setup: RaceSetup): RaceSetup {
  const [first, second] = setup.sides;
  const instances = clamp(setup.instances, 1, RACE_LIMITS.maxInstances);
  const poolLimit = Math.min(RACE_LIMITS.maxPoolSize, Math.floor(RACE_LIMITS.maxConnections / instances));
  return {
    sides: second ? [clampSide(first), clampSide(second)] : [clampSide(first)],
    buyers: clamp(setup.buyers, RACE_LIMITS.minBuyers, RACE_LIMITS.maxBuyers),
    thinkMs: clamp(setup.thinkMs, 0, RACE_LIMITS.maxThinkMs),
    instances,
    poolSize: clamp(setup.poolSize, 1, poolLimit),
    seed: setup.seed === null ? null : clamp(setup.seed, 0, MAX_SEED),
  };
}

export function faultsKnownTo(strategy: StrategyId): FaultId[] {
  const { faults } = strategyCard(strategy);
  return FAULT_IDS.filter((fault) => faults[fault] !== undefined);
}

export function raceRequestOf(
  { strategy, fault }: RaceSide,
  { buyers, thinkMs, instances, poolSize, seed }: RaceConditions,
): RaceRequest {
  return {
    strategy,
    seat: RACED_SEAT,
    buyers,
    thinkMs,
    instances,
    poolSize,
    ...(fault && { fault }),
    ...(seed !== null && { seed }),
  };
}

function clampSide({ strategy, fault }: RaceSide): RaceSide {
  return { strategy, fault: fault && faultsKnownTo(strategy).includes(fault) ? fault : null };
}

function readSide(strategy: SearchParams[string], fault: SearchParams[string]): RaceSide | undefined {
  const id = STRATEGY_IDS.find((known) => known === firstOf(strategy));
  return id && { strategy: id, fault: FAULT_IDS.find((known) => known === firstOf(fault)) ?? null };
}

function readNumber(value: SearchParams[string], otherwise: number): number {
  const text = firstOf(value)?.trim();
  const number = text ? Number(text) : Number.NaN;
  return Number.isFinite(number) ? Math.round(number) : otherwise;
}

function firstOf(value: SearchParams[string]): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, Math.round(value)));
}
