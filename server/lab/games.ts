/**
 * The games of this node: a few at a time, one per visitor, ended when nobody has moved for a while, and soon
 * after the player's page is gone: each game keeps two processes from whoever comes next.
 */
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
const ASK_AGAIN_MS = 1_000;

interface Table {
  visitor: string;
  game: Game;
  why: Localized;
  playing: boolean;
  pending: number;
  idle: NodeJS.Timeout;
  /** Connections of the player that follow the game, and what ends it when there is none. */
  connections: Set<string>;
  away: NodeJS.Timeout | undefined;
}

export interface Games {
  start(visitor: string, request: GameRequest): Promise<Decision<{ game: GameState }>>;
  find(gameId: string): Promise<Decision<{ game: GameState }>>;
  move(visitor: string, gameId: string, code: GameMoveCode): Promise<Decision<{ game: GameState }>>;
  giveUp(visitor: string, gameId: string): Promise<Decision<{ game: GameState; why: Localized }>>;
  /** Whoever follows a game over a connection; only the player's keep it going. */
  follow(visitor: string, gameId: string, connection: string): void;
  lost(connection: string): void;
  close(): Promise<void>;
}

export interface GamesDeps extends RaceDeps {
  onChange: (state: GameState) => void;
  limits?: Pick<Record<keyof typeof GAME_LIMITS, number>, "arriveMs" | "awayMs">;
}

export function createGames(deps: GamesDeps): Games {
  const { arriveMs, awayMs } = deps.limits ?? GAME_LIMITS;
  const tables = new Map<string, Table>();
  /** What is under way for visitors who begin; a page reloaded in the middle of it waits for its end. */
  const beginning = new Map<string, Promise<unknown>>();
  const waiting = new Set<string>();
  let settingUp = 0;
  let closed = false;

  return {
    async start(visitor, request) {
      const before = beginning.get(visitor);
      if (before) {
        if (waiting.has(visitor)) return refused("rate_limited", { retryAfterMs: ASK_AGAIN_MS });
        waiting.add(visitor);
        await Promise.allSettled([before]);
        waiting.delete(visitor);
      }
      const begun = begin(visitor, request).finally(() => beginning.delete(visitor));
      beginning.set(visitor, begun);
      return begun;
    },
    async find(gameId) {
      const table = tables.get(gameId);
      return table ? { ok: true, game: await table.game.state() } : refused("not_found");
    },
    async move(visitor, gameId, code) {
      const table = tables.get(gameId);
      if (!table) return refused("not_found");
      if (table.visitor !== visitor) return refused("not_yours");
      if (table.pending >= PENDING_MOVES) return refused("rate_limited", { retryAfterMs: ASK_AGAIN_MS });
      return { ok: true, game: await play(table, code) };
    },
    async giveUp(visitor, gameId) {
      const table = tables.get(gameId);
      if (!table) return refused("not_found");
      if (table.visitor !== visitor) return refused("not_yours");
      leave(table);
      return { ok: true, game: await table.game.giveUp(), why: table.why };
    },
    follow(visitor, gameId, connection) {
      const table = tables.get(gameId);
      if (!table?.playing || table.visitor !== visitor) return;
      table.connections.add(connection);
      clearTimeout(table.away);
    },
    lost(connection) {
      for (const [gameId, table] of tables) {
        if (table.connections.delete(connection)) awaitPlayer(gameId, table, awayMs);
      }
    },
    async close() {
      closed = true;
      await Promise.all([...tables.keys()].map(end));
    },
  };

  async function begin(visitor: string, request: GameRequest): Promise<Decision<{ game: GameState }>> {
    const own = [...tables].find(([, table]) => table.visitor === visitor && table.playing);
    if (own) await end(own[0]);
    if (closed || playing() + settingUp >= GAME_LIMITS.maxGames) return refused("unavailable");
    return { ok: true, game: await open(visitor, request) };
  }

  async function open(visitor: string, request: GameRequest): Promise<GameState> {
    const { strategy, moves, lockTtlMs } = gameRequest.parse(request);
    const gameId = `g${randomBytes(8).toString("hex")}`;
    settingUp += 1;
    const game = await startGame(deps, { gameId, strategy, lockTtlMs }).finally(() => {
      settingUp -= 1;
    });
    const { why } = strategyCard(strategy).game;
    const idle = endAfter(gameId, GAME_LIMITS.idleMs);
    const connections = new Set<string>();
    const table: Table = {
      visitor,
      game,
      why,
      playing: true,
      pending: 0,
      idle,
      connections,
      away: undefined,
    };
    tables.set(gameId, table);
    forgetOldest();
    try {
      for (const code of movesOf(moves)) await play(table, code);
      return await game.state();
    } finally {
      awaitPlayer(gameId, table, arriveMs);
    }
  }

  function awaitPlayer(gameId: string, table: Table, withinMs: number): void {
    if (!table.playing || table.connections.size > 0) return;
    clearTimeout(table.away);
    table.away = endAfter(gameId, withinMs);
  }

  function endAfter(gameId: string, ms: number): NodeJS.Timeout {
    // While Postgres is away the board cannot be read; whoever looks for it is told so.
    return setTimeout(() => void end(gameId).catch(() => {}), ms).unref();
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
    clearTimeout(table.away);
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
