/**
 * Buyers at one seat, each in a process of its own and held before every step, and what can be done to them: let
 * one take its next step, freeze or wake its process, wait for locks to lapse. A move is over when everything has
 * come to rest again: held at the next mark, answered, or blocked by another. A player moves them in a game, and
 * `npm run schedules` in every order there is.
 */
import { setTimeout as delay } from "node:timers/promises";
import type { RaceStep } from "#contract/lab";
import type { StrategyId } from "#contract/lab-strategies";
import { blockedBackends } from "#db/queries/lab-blocked-backends";
import { readDatabaseClock, type Sale } from "#db/queries/lab-read-ledger";
import type { SeatRow } from "#db/queries/lab-read-seat";
import { STRATEGY_IMPLEMENTATIONS } from "#server/strategies/catalogue";
import { type Ensemble, SHORTEST_SESSION_MS } from "../ensembles/ensemble";
import { type HeldLock, isSameHold, readHeldLocks } from "../held-locks";
import type { Instance } from "../processes/instance-pool";
import { monotonicMs } from "../processes/monotonic-clock";
import { racedSeat } from "../races/raced-seat";
import type { RaceDeps } from "../races/run-race";
import type { RedisNode } from "../redis/redis-node";
import { type ControlledBuyer, createGameBuyer } from "./game-buyer";

const LOOK_EVERY_MS = 15;
const AT_REST_AFTER_MS = 1_000;
/** Nobody is in a hurry: a buyer waits for a lock as long as the player thinks. */
const PATIENCE_MS = 3_600_000;
const REDIS_TIMEOUT_MS = 250;
/** Leases and sessions end when their servers next look, and that every half second. */
const ENSEMBLE_ROUNDS_MS = 1_200;

export interface ControlledBuyersSettings<Name extends string> {
  raceId: string;
  strategy: StrategyId;
  seat: string;
  lockTtlMs: number;
  /** Single letters: a capital is a step of that buyer, the small letter freezes and wakes it. */
  buyers: readonly Name[];
  /** For whoever plays one game after another on the same servers. */
  keepConnections?: boolean;
  /** A step that Postgres does not call blocked and that has not come back by then waits for something else. */
  atRestAfterMs?: number;
}

export interface SeatLock<Name extends string> extends HeldLock {
  ownerBuyer: Name | null;
}

export interface ControlledBuyers<Name extends string> {
  buyers: readonly ControlledBuyer<Name>[];
  /** Resolves when everything is at rest; false if the move did nothing. */
  play(move: string): Promise<boolean>;
  locks(): Promise<SeatLock<Name>[]>;
  row(): Promise<SeatRow>;
  /** By the ledger. */
  sales(): Promise<Sale[]>;
  /** A buyer moved by itself: a blocked step went on, or its process died. */
  onUnaskedChange(listener: () => void): void;
  /** Lets the processes go. */
  close(): Promise<void>;
}

export async function openControlledBuyers<const Name extends string>(
  deps: RaceDeps,
  settings: ControlledBuyersSettings<Name>,
): Promise<ControlledBuyers<Name>> {
  const { raceId, strategy, atRestAfterMs = AT_REST_AFTER_MS } = settings;
  const nodes = await deps.fleet.nodesFor("games-and-demo", STRATEGY_IMPLEMENTATIONS[strategy].needs);
  const ensemble = await deps.ensembles.forNeeds("games-and-demo", STRATEGY_IMPLEMENTATIONS[strategy].needs);
  const lockTtlMs = Math.max(settings.lockTtlMs, ensemble ? SHORTEST_SESSION_MS : 0);
  const seat = racedSeat(deps.db, strategy, raceId, settings.seat);
  await seat.open();
  const taken = deps.instances.take(settings.buyers.length);
  const buyers = await prepareBuyers(deps, { ...settings, lockTtlMs }, { nodes, ensemble }, taken).catch(
    async (error: unknown) => {
      await close();
      throw error;
    },
  );
  const since = await readDatabaseClock(deps.db);
  const originMs = monotonicMs();
  const lockOwners = new Map<string, Name>();
  let changed: () => void = () => {};
  let unaskedChange: () => void = () => {};
  let moving = true;
  for (const buyer of buyers) {
    buyer.onChange(() => {
      changed();
      if (!moving) unaskedChange();
    });
    buyer.start(originMs);
  }
  await untilAtRest();
  moving = false;

  return {
    buyers,
    async play(move) {
      moving = true;
      try {
        const moved = await applyMove(move);
        await untilAtRest();
        return moved;
      } finally {
        moving = false;
      }
    },
    locks: readLocks,
    row: seat.row,
    sales: () => seat.sales(since),
    onUnaskedChange(listener) {
      unaskedChange = listener;
    },
    close,
  };

  async function applyMove(move: string): Promise<boolean> {
    if (move === ".") return untilLocksLapse();
    const buyer = buyers.find(({ name }) => name === move.toUpperCase());
    if (!buyer) return false;
    return move === buyer.name ? buyer.takeStep() : buyer.toggleFrozen();
  }

  async function untilAtRest(): Promise<void> {
    const deadline = performance.now() + atRestAfterMs;
    const running = () => buyers.filter((buyer) => buyer.isRunning());
    while (running().length > 0 && performance.now() < deadline) {
      await changeWithin(LOOK_EVERY_MS);
      if (running().length === 0) return;
      const pids = buyers.flatMap((buyer) => buyer.backends());
      const blocked = await blockedBackends(deps.db, pids);
      for (const buyer of buyers) buyer.sawBlocked(blocked);
      if (running().every((buyer) => buyer.isBlocked())) return;
      if (ensemble && running().length <= (await waitingInLine(ensemble))) return;
    }
  }

  async function waitingInLine(servers: Ensemble): Promise<number> {
    const lines = await Promise.all(seat.lockKeys.map((key) => servers.waitingInLine(key).catch(() => 0)));
    return lines.reduce((sum, waiting) => sum + waiting, 0);
  }

  /** Most steps take a millisecond or two, and what blocks is looked for at once. */
  async function changeWithin(ms: number): Promise<void> {
    const timer = new AbortController();
    const change = new Promise<void>((resolve) => {
      changed = resolve;
    });
    await Promise.race([change, delay(ms, undefined, { signal: timer.signal }).catch(() => {})]);
    timer.abort();
    changed = () => {};
  }

  /** Until whoever holds a lock now holds it no more; a lock that is renewed outlives the wait. */
  async function untilLocksLapse(): Promise<boolean> {
    const before = await readLocks();
    const deadline = performance.now() + 1.2 * lockTtlMs + (ensemble ? ENSEMBLE_ROUNDS_MS : 100);
    while (performance.now() < deadline) {
      const now = await readLocks();
      if (!before.some((lock) => now.some((other) => isSameHold(lock, other)))) break;
      await delay(LOOK_EVERY_MS);
    }
    return before.length > 0;
  }

  async function readLocks(): Promise<SeatLock<Name>[]> {
    const held = await readHeldLocks({ db: deps.db, nodes, ensemble }, seat.lockKeys);
    return held.map((lock) => ({ ...lock, ownerBuyer: ownerOf(lock.owner) }));
  }

  /** A random owner is whoever was the last to be given a lock when it was first seen. */
  function ownerOf(owner: string): Name | null {
    const [name] = owner.split(":");
    const named = buyers.find((buyer, index) => name === buyer.name || name === `writer-${index}`);
    if (named) return named.name;
    const known = lockOwners.get(owner);
    if (known) return known;
    const [latest] = buyers.toSorted((one, other) => other.acquiredAtMs() - one.acquiredAtMs());
    if (!latest || latest.acquiredAtMs() < 0) return null;
    lockOwners.set(owner, latest.name);
    return latest.name;
  }

  async function close(): Promise<void> {
    unaskedChange = () => {};
    await Promise.all(taken.map((instance) => instance.finish()));
    deps.instances.giveBack(taken);
  }
}

/** One after another: a strategy with a single writer has it in the first one's process. */
async function prepareBuyers<Name extends string>(
  deps: RaceDeps,
  settings: ControlledBuyersSettings<Name>,
  { nodes, ensemble }: { nodes: RedisNode[]; ensemble: Ensemble | null },
  taken: Instance[],
): Promise<ControlledBuyer<Name>[]> {
  const { raceId, strategy, seat, lockTtlMs, keepConnections = false } = settings;
  const attempts = settings.buyers.map((buyer, lane) => ({
    lane,
    buyer,
    holdBefore: "every step",
    declined: false,
  }));
  const steps: RaceStep[] = [];
  const buyers: ControlledBuyer<Name>[] = [];
  for (const [lane, name] of settings.buyers.entries()) {
    const instance = taken[lane];
    if (!instance) throw new Error("Every buyer needs an instance.");
    const backends = await instance.prepare({
      raceId,
      strategy,
      seat,
      instance: lane,
      databaseUrl: deps.databaseUrl,
      poolSize: 2,
      redisPorts: nodes.map((node) => node.port),
      ensemblePorts: ensemble?.ports ?? [],
      redisTimeoutMs: REDIS_TIMEOUT_MS,
      lock: { ttlMs: lockTtlMs, waitMs: PATIENCE_MS, firstPauseMs: 0, longestPauseMs: 0 },
      thinkMs: 0,
      seed: 0,
      maxSteps: 1_000,
      attempts,
      keepConnections,
    });
    buyers.push(createGameBuyer(name, lane, instance, backends, steps));
  }
  return buyers;
}
