/**
 * One game of "You are the scheduler": two buyers, A and B, and what a player sees of them. A press that
 * does nothing is not written down.
 */
import type { GameBuyer, GameMoveCode, GameState } from "#contract/lab-game";
import { GAME_LIMITS } from "#contract/lab-limits";
import type { StrategyId } from "#contract/lab-strategies";
import type { RaceDeps } from "../races/run-race";
import { openControlledBuyers } from "./controlled-buyers";

const SEAT = "A1";
const BUYERS = ["A", "B"] as const satisfies GameBuyer[];

export interface GameSettings {
  gameId: string;
  /** From 1; a game that is set up again begins with another seat. */
  round?: number;
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
  const { gameId, round = 1, strategy, lockTtlMs } = settings;
  const raceId = round === 1 ? gameId : `${gameId}-${round}`;
  const controlled = await openControlledBuyers(deps, {
    raceId,
    strategy,
    seat: SEAT,
    lockTtlMs,
    buyers: BUYERS,
  });
  let moves = "";
  let ended: "given-up" | "ended" | undefined;
  let last: GameState | undefined;
  let turn: Promise<unknown> = Promise.resolve();
  controlled.onUnaskedChange(() => {
    if (!ended) void turn.then(readState).then(deps.onChange, () => {});
  });

  return {
    move(code) {
      const moved = turn.then(() => play(code));
      turn = moved.catch(() => {});
      return moved;
    },
    async state() {
      await turn;
      return readState();
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
    if (ended || moves.length >= GAME_LIMITS.maxMoves) return readState();
    if (await controlled.play(code)) moves += code;
    const state = await readState();
    return state.status === "held" ? close("ended") : state;
  }

  async function readState(): Promise<GameState> {
    if (ended && last) return last;
    const [locks, row, sales] = await Promise.all([controlled.locks(), controlled.row(), controlled.sales()]);
    // The game may have been closed while this was read: the board it was closed with stands.
    if (ended && last) return last;
    const sold = sales.map(
      ({ buyer, afterMs }) => ({ buyer: buyer === "A" ? "A" : "B", soldAtMs: afterMs }) as const,
    );
    const finished = controlled.buyers.every((buyer) => buyer.isFinished());
    last = {
      gameId,
      strategy,
      seat: SEAT,
      lockTtlMs,
      moves,
      status: sold.length > 1 ? "won" : finished ? "held" : "playing",
      buyers: { A: positionOf("A"), B: positionOf("B") },
      locks,
      row,
      sales: sold,
    };
    return last;
  }

  function positionOf(name: GameBuyer) {
    const buyer = controlled.buyers.find((other) => other.name === name);
    if (!buyer) throw new Error(`There is no buyer ${name}.`);
    return buyer.position(controlled.buyers);
  }

  async function close(how: "given-up" | "ended"): Promise<GameState> {
    const state = await readState().catch(async (error: unknown) => {
      // A board that cannot be read does not keep the processes.
      if (!ended) {
        ended = how;
        await controlled.close();
      }
      throw error;
    });
    if (ended) return state;
    ended = how;
    const over = state.status === "won" || state.status === "held";
    last = { ...state, status: over ? state.status : how };
    await controlled.close();
    return last;
  }
}
