/**
 * The games this node plays, a few at a time, one per player: ended when nobody has moved for a while, and soon after
 * the player's page is gone, for each keeps two processes from whoever comes next. Every game is also written down. A
 * player who comes by another node, or whose node has died, is played on with: that node takes the game over and plays
 * its moves again.
 */
import { randomBytes, randomUUID } from "node:crypto";
import type { GameMoveCode, GameRequest, GameState } from "#contract/lab-game";
import { GAME_MOVES, gameRequest } from "#contract/lab-game";
import { GAME_LIMITS } from "#contract/lab-limits";
import { strategyCard } from "#contract/lab-strategies";
import type { Localized } from "#contract/language";
import {
  countGamesElsewhere,
  endGamesOf,
  giveUpGame,
  keepGames,
  readGame,
  recordGame,
  saveGame,
  takeGame,
} from "#db/queries/lab-games";
import { type Decision, refused } from "#server/booking/decision";
import type { RaceDeps } from "../races/run-race";
import { type Game, type GameSettings, startGame } from "./game";

/** Presses that may wait for their turn. */
const PENDING_MOVES = 5;
const ASK_AGAIN_MS = 1_000;
const SAY_ALIVE_EVERY_MS = 1_000;

interface RegisteredGame {
  gameId: string;
  node: string;
  round: number;
  player: string;
  address: string;
  game: Game;
  playing: boolean;
  /** Whether other nodes can find it. */
  recorded: boolean;
  saved: Promise<unknown>;
  pending: number;
  idle: NodeJS.Timeout;
  /** Connections of the player that follow the game, and what ends it when there is none. */
  connections: Set<string>;
  away: NodeJS.Timeout | undefined;
}

type Answer = Decision<{ game: GameState }>;
type Place = { here: RegisteredGame; answer?: never } | { here?: never; answer: Answer };

export interface GameRegistry {
  start(player: string, request: GameRequest, address?: string): Promise<Answer>;
  find(gameId: string): Promise<Answer>;
  /** Whoever follows a game over a connection; only the player's keep it going, on the node they come to. */
  join(player: string, gameId: string, connection: string): Promise<Answer>;
  move(player: string, gameId: string, code: GameMoveCode): Promise<Answer>;
  giveUp(player: string, gameId: string): Promise<Decision<{ game: GameState; why: Localized }>>;
  connectionLost(connection: string): void;
  /** Lets the processes go; the games are there for another node to take over. */
  close(): Promise<void>;
}

export interface GameRegistryDeps extends RaceDeps {
  onChange: (state: GameState) => void;
  perAddress?: number;
  limits?: Pick<Record<keyof typeof GAME_LIMITS, number>, "arriveMs" | "awayMs">;
}

export function createGameRegistry(deps: GameRegistryDeps): GameRegistry {
  const { db } = deps;
  const { arriveMs, awayMs } = deps.limits ?? GAME_LIMITS;
  const { perAddress = GAME_LIMITS.maxPerAddress } = deps;
  const node = randomUUID();
  const games = new Map<string, RegisteredGame>();
  /** What is under way for players who begin; a page reloaded in the middle of it waits for its end. */
  const beginning = new Map<string, Promise<unknown>>();
  const waiting = new Set<string>();
  /** The addresses of games that are being set up. */
  const settingUp: string[] = [];
  /** By game and player. */
  const takingOver = new Map<string, Promise<Place>>();
  let closed = false;
  const heartbeat = setInterval(() => void sayAlive().catch(() => {}), SAY_ALIVE_EVERY_MS);
  heartbeat.unref();

  return {
    async start(player, request, address = player) {
      const before = beginning.get(player);
      if (before) {
        if (waiting.has(player)) return refused("rate_limited", { retryAfterMs: ASK_AGAIN_MS });
        waiting.add(player);
        await Promise.allSettled([before]);
        waiting.delete(player);
      }
      const begun = begin(player, address, request).finally(() => beginning.delete(player));
      beginning.set(player, begun);
      return begun;
    },
    find,
    async join(player, gameId, connection) {
      const { here, answer } = await placeOf(player, gameId);
      if (!here) return !answer.ok && answer.code === "not_yours" ? find(gameId) : answer;
      here.connections.add(connection);
      clearTimeout(here.away);
      return { ok: true, game: await here.game.state() };
    },
    move,
    async giveUp(player, gameId) {
      const entry = await ownGame(gameId);
      const kept = entry ? undefined : await readGame(db, gameId);
      const owner = entry?.player ?? kept?.player;
      if (owner === undefined) return refused("not_found");
      if (owner !== player) return refused("not_yours");
      const game = entry ? await giveUpHere(entry) : ((await giveUpGame(db, gameId)) ?? kept?.state);
      return game ? { ok: true, game, why: strategyCard(game.strategy).game.why } : refused("not_found");
    },
    connectionLost(connection) {
      for (const entry of games.values()) {
        if (entry.connections.delete(connection)) awaitPlayer(entry, awayMs);
      }
    },
    async close() {
      closed = true;
      clearInterval(heartbeat);
      await Promise.allSettled([...games.values()].map(endHere));
    },
  };

  /** A game of which this node still has the processes may be another's by now. */
  async function ownGame(gameId: string): Promise<RegisteredGame | undefined> {
    const entry = games.get(gameId);
    if (!entry?.playing || !entry.recorded) return entry;
    if ((await keepGames(db, node, [entry])).has(gameId)) return entry;
    await endHere(entry);
    return undefined;
  }

  async function find(gameId: string): Promise<Answer> {
    const entry = await ownGame(gameId);
    if (entry) return { ok: true, game: await entry.game.state() };
    const kept = await readGame(db, gameId);
    if (!kept) return refused("not_found");
    const { state, silent } = kept;
    return { ok: true, game: silent && state.status === "playing" ? { ...state, status: "ended" } : state };
  }

  async function move(player: string, gameId: string, code: GameMoveCode): Promise<Answer> {
    const { here, answer } = await placeOf(player, gameId);
    if (!here) return answer;
    if (here.pending >= PENDING_MOVES) return refused("rate_limited", { retryAfterMs: ASK_AGAIN_MS });
    here.idle.refresh();
    here.pending += 1;
    try {
      const state = await here.game.move(code);
      if (state.status === "held") markOver(here);
      if (await save(here, state)) return { ok: true, game: state };
    } finally {
      here.pending -= 1;
    }
    // Another node has taken it over meanwhile, and knows nothing of this press.
    await endHere(here);
    return move(player, gameId, code);
  }

  /** The game as it is played here, taken over if need be; or what to answer where it cannot be played. */
  async function placeOf(player: string, gameId: string): Promise<Place> {
    const entry = await ownGame(gameId);
    if (entry && entry.player !== player) return { answer: refused("not_yours") };
    if (entry?.playing) return { here: entry };
    if (entry) return { answer: { ok: true, game: await entry.game.state() } };
    const key = `${gameId} ${player}`;
    const place = takingOver.get(key) ?? takeOver(player, gameId).finally(() => takingOver.delete(key));
    takingOver.set(key, place);
    return place;
  }

  async function takeOver(player: string, gameId: string): Promise<Place> {
    const kept = await readGame(db, gameId);
    if (!kept) return { answer: refused("not_found") };
    if (kept.player !== player) return { answer: refused("not_yours") };
    if (kept.over) return { answer: { ok: true, game: kept.state } };
    if (isFull()) return { answer: refused("unavailable") };
    const taken = await takeGame(db, gameId, node);
    if (!taken) return { answer: await find(gameId) };
    const { round, state } = taken;
    const here = await setUp({ ...state, round }, kept, state.moves);
    here.recorded = true;
    await save(here, await here.game.state());
    return { here };
  }

  async function begin(player: string, address: string, request: GameRequest): Promise<Answer> {
    const own = [...games.values()].find((entry) => entry.player === player && entry.playing);
    if (own) await end(own);
    await endGamesOf(db, player);
    if (isFull()) return refused("unavailable");
    if (ofAddress(address) + (await countGamesElsewhere(db, address, node)) >= perAddress)
      return refused("rate_limited", { retryAfterMs: ASK_AGAIN_MS });
    const { strategy, moves, lockTtlMs } = gameRequest.parse(request);
    const gameId = `g${randomBytes(8).toString("hex")}`;
    const here = await setUp({ gameId, round: 1, strategy, lockTtlMs }, { player, address }, moves);
    const state = await here.game.state();
    await recordGame(db, here, { player, address, state, over: !here.playing });
    here.recorded = true;
    if (!here.playing) games.delete(gameId);
    return { ok: true, game: state };
  }

  async function setUp(
    settings: GameSettings & { round: number },
    { player, address }: Pick<RegisteredGame, "player" | "address">,
    moves: string,
  ): Promise<RegisteredGame> {
    const { gameId, round } = settings;
    settingUp.push(address);
    const game = await startGame({ ...deps, onChange: (state) => tell(gameId, state) }, settings).finally(
      () => {
        settingUp.splice(settingUp.indexOf(address), 1);
      },
    );
    const entry: RegisteredGame = {
      gameId,
      node,
      round,
      player,
      address,
      game,
      playing: true,
      recorded: false,
      saved: Promise.resolve(),
      pending: 0,
      idle: setTimeout(() => endQuietly(entry), GAME_LIMITS.idleMs).unref(),
      connections: new Set(),
      away: undefined,
    };
    games.set(gameId, entry);
    try {
      for (const code of movesOf(moves)) {
        if ((await game.move(code)).status === "held") markOver(entry);
      }
    } finally {
      awaitPlayer(entry, arriveMs);
    }
    return entry;
  }

  function awaitPlayer(entry: RegisteredGame, withinMs: number): void {
    if (!entry.playing || entry.connections.size > 0) return;
    clearTimeout(entry.away);
    entry.away = setTimeout(() => endQuietly(entry), withinMs).unref();
  }

  /** What changed without a move. */
  function tell(gameId: string, state: GameState): void {
    deps.onChange(state);
    const entry = games.get(gameId);
    if (entry?.recorded && entry.playing) void save(entry, state).catch(() => {});
  }

  /** One after the other, so that the last written is the last seen. */
  function save(entry: RegisteredGame, state: GameState): Promise<boolean> {
    const over = !entry.playing;
    const saving = entry.saved.then(() => saveGame(db, entry, state, over));
    entry.saved = saving.catch(() => {});
    if (over) void entry.saved.then(() => games.delete(entry.gameId));
    return saving;
  }

  function endQuietly(entry: RegisteredGame): void {
    // While Postgres is away the board cannot be read; whoever looks for it is told so.
    void end(entry).catch(() => {});
  }

  async function end(entry: RegisteredGame): Promise<void> {
    if (!entry.playing) return;
    markOver(entry);
    await entry.game.end();
    const state = await entry.game.state();
    deps.onChange(state);
    await save(entry, state);
  }

  async function giveUpHere(entry: RegisteredGame): Promise<GameState> {
    markOver(entry);
    const state = await entry.game.giveUp();
    await save(entry, state);
    return state;
  }

  /** It is another node's now, or will be. */
  async function endHere(entry: RegisteredGame): Promise<void> {
    markOver(entry);
    games.delete(entry.gameId);
    await entry.game.end();
  }

  async function sayAlive(): Promise<void> {
    const played = [...games.values()].filter((entry) => entry.playing && entry.recorded);
    if (played.length === 0) return;
    const kept = await keepGames(db, node, played);
    for (const entry of played) {
      if (entry.playing && !kept.has(entry.gameId)) await endHere(entry);
    }
  }

  function markOver(entry: RegisteredGame): void {
    entry.playing = false;
    clearTimeout(entry.idle);
    clearTimeout(entry.away);
  }

  function isFull(): boolean {
    const playing = [...games.values()].filter((entry) => entry.playing).length;
    return closed || playing + settingUp.length >= GAME_LIMITS.maxGames;
  }

  function ofAddress(address: string): number {
    const addresses = [...games.values()].filter((entry) => entry.playing).map((entry) => entry.address);
    return [...addresses, ...settingUp].filter((other) => other === address).length;
  }
}

export function movesOf(moves: string): GameMoveCode[] {
  return [...moves].flatMap((letter) => GAME_MOVES.filter((code) => code === letter));
}
