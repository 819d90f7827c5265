/**
 * One game of "You are the scheduler": two buyers, A and B, each in a process of its own and held before every
 * step. A move lets one of them take its next step, freezes or wakes its process, or waits for locks to lapse;
 * it is over when everything has come to rest again: held at the next mark, answered, or blocked by the other.
 */
import { setTimeout as delay } from "node:timers/promises";
import type { RaceStep } from "#contract/lab";
import type { GameBuyer, GameMoveCode, GameState } from "#contract/lab-game";
import { GAME_LIMITS } from "#contract/lab-limits";
import type { StrategyId } from "#contract/lab-strategies";
import { blockedBackends } from "#db/queries/lab-blocked-backends";
import { readDatabaseClock } from "#db/queries/lab-read-ledger";
import { STRATEGY_CODE } from "#server/strategies/catalogue";
import { createGameBuyer, type PlayedBuyer } from "./game-buyer";
import type { Instance } from "./instances";
import { monotonicMs } from "./messages";
import type { RaceDeps } from "./race";
import { racedSeat } from "./raced-seat";
import type { RedisNode } from "./redis-node";

const SEAT = "A1";
const LOOK_EVERY_MS = 15;
/** A step that Postgres does not call blocked and that has not come back by then waits for something else. */
const AT_REST_AFTER_MS = 1_000;
/** Nobody is in a hurry: a buyer waits for a lock as long as the player thinks. */
const PATIENCE_MS = 3_600_000;
const REDIS_TIMEOUT_MS = 250;

export interface GameSettings {
  gameId: string;
  strategy: StrategyId;
  lockTtlMs: number;
}

export interface Game {
  move(code: GameMoveCode): Promise<GameState>;
  state(): Promise<GameState>;
  giveUp(): Promise<GameState>;
  /** Lets the processes go; the board stays as it is. */
  end(): Promise<void>;
}

export async function startGame(
  deps: RaceDeps & { onChange: (state: GameState) => void },
  settings: GameSettings,
): Promise<Game> {
  const { gameId, strategy, lockTtlMs } = settings;
  const nodes = await deps.fleet.nodesFor("visitors", STRATEGY_CODE[strategy].needs);
  const seat = racedSeat(deps.db, strategy, gameId, SEAT);
  await seat.open();
  const crew = deps.instances.take(2);
  const buyers = await prepareBuyers(deps, settings, nodes, crew).catch(async (error: unknown) => {
    await letGo(deps, crew);
    throw error;
  });
  const since = await readDatabaseClock(deps.db);
  const originMs = monotonicMs();
  for (const buyer of both(buyers)) buyer.fire(originMs);

  let moves = "";
  let ended: "given-up" | "ended" | undefined;
  let last: GameState | undefined;
  let turn: Promise<unknown> = atRest();
  let moving = false;
  const lockOwners = new Map<string, GameBuyer>();
  for (const buyer of both(buyers)) buyer.onChange(tellIfUnasked);

  return {
    move(code) {
      const moved = turn.then(() => play(code));
      turn = moved.catch(() => {});
      return moved;
    },
    async state() {
      await turn;
      return look();
    },
    async giveUp() {
      await turn;
      return close("given-up");
    },
    async end() {
      await turn;
      await close("ended");
    },
  };

  async function play(code: GameMoveCode): Promise<GameState> {
    if (ended || moves.length >= GAME_LIMITS.maxMoves) return look();
    moving = true;
    try {
      if (await act(code)) moves += code;
      await atRest();
      const state = await look();
      if (state.status === "held") return close("ended");
      return state;
    } finally {
      moving = false;
    }
  }

  /** Answers whether the move did anything; one that did nothing is not written down. */
  async function act(code: GameMoveCode): Promise<boolean> {
    switch (code) {
      case "A":
      case "B":
        return buyers[code].takeStep();
      case "a":
        return buyers.A.toggleFrozen();
      case "b":
        return buyers.B.toggleFrozen();
      case ".":
        return locksLapse();
    }
  }

  async function atRest(): Promise<void> {
    const deadline = performance.now() + AT_REST_AFTER_MS;
    const running = () => both(buyers).filter((buyer) => buyer.isRunning());
    while (running().length > 0 && performance.now() < deadline) {
      const blocked = await blockedBackends(
        deps.db,
        both(buyers).flatMap((buyer) => buyer.backends()),
      );
      for (const buyer of both(buyers)) buyer.sawBlocked(blocked);
      if (running().every((buyer) => buyer.isBlocked())) return;
      await delay(LOOK_EVERY_MS);
    }
  }

  /** Until whoever holds a lock now holds it no more; a lock that is renewed outlives the wait. */
  async function locksLapse(): Promise<boolean> {
    const before = await readLocks();
    const deadline = performance.now() + 1.2 * lockTtlMs + 100;
    while (performance.now() < deadline) {
      const now = await readLocks();
      if (
        !before.some(({ node, key, owner }) =>
          now.some((lock) => lock.node === node && lock.key === key && lock.owner === owner),
        )
      )
        break;
      await delay(LOOK_EVERY_MS);
    }
    return before.length > 0;
  }

  async function look(): Promise<GameState> {
    if (ended && last) return last;
    const [locks, row, sales] = await Promise.all([readLocks(), seat.row(), seat.sales(since)]);
    // The game may have been closed while this was read: the board it was closed with stands.
    if (ended && last) return last;
    const sold = sales.map(
      ({ buyer, afterMs }) => ({ buyer: buyer === "A" ? "A" : "B", soldAtMs: afterMs }) as const,
    );
    const finished = both(buyers).every((buyer) => buyer.isFinished());
    last = {
      gameId,
      strategy,
      seat: SEAT,
      lockTtlMs,
      moves,
      status: sold.length > 1 ? "won" : finished ? "held" : "playing",
      buyers: { A: buyers.A.position(buyers.B), B: buyers.B.position(buyers.A) },
      locks,
      row,
      sales: sold,
    };
    return last;
  }

  async function readLocks(): Promise<GameState["locks"]> {
    const found = await Promise.all(
      nodes.flatMap((node, index) => seat.lockKeys.map((key) => readLock(node, index + 1, key))),
    );
    return found.filter((lock) => lock !== undefined);
  }

  async function readLock(node: RedisNode, number: number, key: string) {
    const [owner, ttlMs] = await Promise.all([node.client.get(key), node.client.pttl(key)]);
    if (owner === null) return undefined;
    return { key, node: number, owner, ownerBuyer: ownerOf(owner), ttlMs: ttlMs < 0 ? null : ttlMs };
  }

  /** A random owner is whoever was the last to be given a lock when it was first seen. */
  function ownerOf(owner: string): GameBuyer | null {
    const named = { A: "A", "writer-0": "A", B: "B", "writer-1": "B" }[owner.split(":")[0] ?? ""];
    if (named === "A" || named === "B") return named;
    const known = lockOwners.get(owner);
    if (known) return known;
    const [latest] = both(buyers).toSorted((one, other) => other.acquiredAtMs() - one.acquiredAtMs());
    if (!latest || latest.acquiredAtMs() < 0) return null;
    lockOwners.set(owner, latest.name);
    return latest.name;
  }

  async function close(how: "given-up" | "ended"): Promise<GameState> {
    const state = await look().catch(async (error: unknown) => {
      // A board that cannot be read does not keep the processes.
      if (!ended) {
        ended = how;
        await letGo(deps, crew);
      }
      throw error;
    });
    if (ended) return state;
    ended = how;
    const over = state.status === "won" || state.status === "held";
    last = { ...state, status: over ? state.status : how };
    for (const buyer of both(buyers)) buyer.onChange(() => {});
    await letGo(deps, crew);
    return last;
  }

  /** A blocked step that went on by itself, or a process that died. */
  function tellIfUnasked(): void {
    if (moving || ended) return;
    void turn.then(look).then(deps.onChange, () => {});
  }
}

async function prepareBuyers(
  deps: RaceDeps,
  { gameId, strategy, lockTtlMs }: GameSettings,
  nodes: RedisNode[],
  crew: Instance[],
): Promise<Record<GameBuyer, PlayedBuyer>> {
  const attempts = (["A", "B"] as const).map((buyer, lane) => ({
    lane,
    buyer,
    holdBefore: "every step",
    declined: false,
  }));
  const steps: RaceStep[] = [];
  const prepare = async (lane: number, name: GameBuyer) => {
    const instance = crew[lane];
    if (!instance) throw new Error("A game needs two instances.");
    const backends = await instance.prepare({
      raceId: gameId,
      strategy,
      seat: SEAT,
      instance: lane,
      databaseUrl: deps.databaseUrl,
      poolSize: 2,
      redisPorts: nodes.map((node) => node.port),
      redisTimeoutMs: REDIS_TIMEOUT_MS,
      lock: { ttlMs: lockTtlMs, waitMs: PATIENCE_MS, firstPauseMs: 0, longestPauseMs: 0 },
      thinkMs: 0,
      seed: 0,
      maxSteps: 1_000,
      attempts,
    });
    return createGameBuyer(name, lane, instance, backends, steps);
  };
  return { A: await prepare(0, "A"), B: await prepare(1, "B") };
}

async function letGo(deps: RaceDeps, crew: Instance[]): Promise<void> {
  await Promise.all(crew.map((instance) => instance.finish()));
  deps.instances.giveBack(crew);
}

function both(buyers: Record<GameBuyer, PlayedBuyer>): PlayedBuyer[] {
  return [buyers.A, buyers.B];
}
