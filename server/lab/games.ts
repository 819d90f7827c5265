/** The games of this node: a few at a time, one per visitor, ended when nobody has moved for a while. */
import { randomBytes } from "node:crypto";
import type { GameMoveCode, GameRequest, GameState } from "#contract/lab-game";
import { GAME_MOVES, gameRequest } from "#contract/lab-game";
import { GAME_LIMITS } from "#contract/lab-limits";
import { strategyCard } from "#contract/lab-strategies";
import type { Localized } from "#contract/language";
import { type Decision, refused } from "#server/booking/decisions";
import { type Game, startGame } from "./game";
import type { RaceDeps } from "./race";

/** Ended games can still be looked at; so many are remembered. */
const KEPT_GAMES = 50;
/** Presses that may wait for their turn. */
const PENDING_MOVES = 5;

interface Table {
  visitor: string;
  game: Game;
  why: Localized;
  playing: boolean;
  pending: number;
  idle: NodeJS.Timeout;
}

export interface Games {
  start(visitor: string, request: GameRequest): Promise<Decision<{ game: GameState }>>;
  find(gameId: string): Promise<Decision<{ game: GameState }>>;
  move(visitor: string, gameId: string, code: GameMoveCode): Promise<Decision<{ game: GameState }>>;
  giveUp(visitor: string, gameId: string): Promise<Decision<{ game: GameState; why: Localized }>>;
  close(): Promise<void>;
}

export function createGames(deps: RaceDeps & { onChange: (state: GameState) => void }): Games {
  const tables = new Map<string, Table>();
  /** Games being set up, by their visitors. */
  const starting = new Set<string>();
  let closed = false;

  return {
    async start(visitor, request) {
      if (closed || starting.has(visitor)) return refused("unavailable");
      const own = [...tables].find(([, table]) => table.visitor === visitor && table.playing);
      if (own) await end(own[0]);
      if (playing() + starting.size >= GAME_LIMITS.maxGames) return refused("unavailable");
      starting.add(visitor);
      try {
        return { ok: true, game: await open(visitor, request) };
      } finally {
        starting.delete(visitor);
      }
    },
    async find(gameId) {
      const table = tables.get(gameId);
      return table ? { ok: true, game: await table.game.state() } : refused("not_found");
    },
    async move(visitor, gameId, code) {
      const table = tables.get(gameId);
      if (!table) return refused("not_found");
      if (table.visitor !== visitor) return refused("not_yours");
      if (table.pending >= PENDING_MOVES) return refused("rate_limited", { retryAfterMs: 1_000 });
      return { ok: true, game: await play(table, code) };
    },
    async giveUp(visitor, gameId) {
      const table = tables.get(gameId);
      if (!table) return refused("not_found");
      if (table.visitor !== visitor) return refused("not_yours");
      leave(table);
      return { ok: true, game: await table.game.giveUp(), why: table.why };
    },
    async close() {
      closed = true;
      await Promise.all([...tables.keys()].map(end));
    },
  };

  async function open(visitor: string, request: GameRequest): Promise<GameState> {
    const { strategy, moves, lockTtlMs } = gameRequest.parse(request);
    const gameId = `g${randomBytes(8).toString("hex")}`;
    const game = await startGame(deps, { gameId, strategy, lockTtlMs });
    const { why } = strategyCard(strategy).game;
    const idle = setTimeout(() => void end(gameId), GAME_LIMITS.idleMs);
    idle.unref();
    const table: Table = { visitor, game, why, playing: true, pending: 0, idle };
    tables.set(gameId, table);
    forgetOldest();
    for (const code of movesOf(moves)) await play(table, code);
    return game.state();
  }

  async function play(table: Table, code: GameMoveCode): Promise<GameState> {
    table.idle.refresh();
    table.pending += 1;
    try {
      const state = await table.game.move(code);
      if (state.status === "held") leave(table);
      return state;
    } finally {
      table.pending -= 1;
    }
  }

  async function end(gameId: string): Promise<void> {
    const table = tables.get(gameId);
    if (!table?.playing) return;
    leave(table);
    await table.game.end();
    deps.onChange(await table.game.state());
  }

  function leave(table: Table): void {
    table.playing = false;
    clearTimeout(table.idle);
  }

  function playing(): number {
    return [...tables.values()].filter((table) => table.playing).length;
  }

  function forgetOldest(): void {
    for (const [gameId, table] of tables) {
      if (tables.size <= KEPT_GAMES) return;
      if (!table.playing) tables.delete(gameId);
    }
  }
}

function movesOf(moves: string): GameMoveCode[] {
  return [...moves].flatMap((letter) => GAME_MOVES.filter((code) => code === letter));
}
