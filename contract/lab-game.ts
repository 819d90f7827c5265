/**
 * "You are the scheduler": two buyers, each in a process of its own, each step waiting for a press.
 * `POST /api/lab/games {strategy, moves?, lockTtlMs?}` → 201 `{game}`; moves then go over the socket.
 *
 * A game is its moves: a string such as "ABAB" that can be shared and, given to a new game, is played again
 * on the real servers. `A` and `B` let that buyer take its next step; `a` and `b` freeze that buyer's process
 * (SIGSTOP) or, if it is frozen, wake it; `.` waits until no Redis lock is left or none is going to lapse.
 */
import { z } from "zod";
import type { RaceStep } from "./lab";
import { GAME_LIMITS } from "./lab-limits";
import { STRATEGY_IDS, type StrategyId } from "./lab-strategies";

export const GAME_MOVES = ["A", "B", "a", "b", "."] as const;
export type GameMoveCode = (typeof GAME_MOVES)[number];
export type GameBuyer = "A" | "B";

export const gameRequest = z.object({
  strategy: z.enum(STRATEGY_IDS),
  moves: z
    .string()
    .max(GAME_LIMITS.maxMoves)
    .regex(/^[ABab.]*$/, "moves are A, B, a, b and .")
    .default(""),
  /** Time to live of the Redis locks of this game: long enough to read, short enough to outwait. */
  lockTtlMs: z.int().min(300).max(30_000).default(8_000),
});
export type GameRequest = z.input<typeof gameRequest>;

const gameId = z.string().regex(/^[\w-]{1,40}$/);
export const gameJoin = z.object({ gameId });
export const gameMove = z.object({ gameId, move: z.enum(GAME_MOVES) });
export const gameGiveUp = z.object({ gameId });
export type GameJoin = z.infer<typeof gameJoin>;
export type GameMove = z.infer<typeof gameMove>;
export type GameGiveUp = z.infer<typeof gameGiveUp>;

export interface GamePosition {
  /**
   * `waiting` for your press before `step` · `blocked` inside `step` · `frozen` by SIGSTOP before `step` ·
   * `finished` with an outcome. A press on a blocked or finished buyer changes nothing.
   */
  phase: "waiting" | "blocked" | "frozen" | "finished";
  step: string | null;
  outcome: "sold" | "refused" | "error" | null;
  /** Postgres backend of this buyer, and the backends it waits for by `pg_blocking_pids`. */
  pid: number | null;
  blockedByPids: number[];
  /** Whose backend that is, when it is the other buyer's. */
  blockedBy: GameBuyer | null;
  /** The fencing token this buyer was given, if the strategy gives any. */
  fence: number | null;
  steps: RaceStep[];
}

export interface GameLock {
  key: string;
  /** Which Redis node, from 1; Redlock has five. */
  node: number;
  owner: string;
  ownerBuyer: GameBuyer | null;
  /** Milliseconds left when the state was taken; null for a lock without a time to live. */
  ttlMs: number | null;
}

export interface GameState {
  gameId: string;
  strategy: StrategyId;
  seat: string;
  lockTtlMs: number;
  moves: string;
  /** `won`: the seat is sold twice by the ledger. `held`: both are through and it is not. */
  status: "playing" | "won" | "held" | "given-up" | "ended";
  buyers: Record<GameBuyer, GamePosition>;
  locks: GameLock[];
  /** The seat's row as it is now. */
  row: { isBooked: boolean; bookedBy: string | null; fence: number };
  sales: { buyer: GameBuyer; soldAtMs: number }[];
}
