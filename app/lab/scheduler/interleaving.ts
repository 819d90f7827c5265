/** A game is its moves: how they are read from a link, and written into one. */
import { GAME_LIMITS } from "#contract/lab-limits";
import { STRATEGY_IDS, type StrategyId } from "#contract/lab-strategies";
import type { SearchParams } from "../../lib/current-request";

const MOVES = ["A", "B", "a", "b", "."] as const;
export type Move = (typeof MOVES)[number];

export interface Interleaving {
  strategy: StrategyId;
  moves: readonly Move[];
  name: string;
}

const MAX_NAME_LENGTH = 60;

export function readMoves(text: string): Move[] {
  const moves = [...text].flatMap((letter) => MOVES.find((move) => move === letter) ?? []);
  return moves.slice(0, GAME_LIMITS.maxMoves);
}

export function readInterleaving(params: SearchParams): Interleaving {
  const { strategy, moves, name } = params;
  return {
    strategy: STRATEGY_IDS.find((known) => known === strategy) ?? "naive",
    moves: typeof moves === "string" ? readMoves(moves) : [],
    name: cleanName(typeof name === "string" ? name : ""),
  };
}

export function interleavingLink({ strategy, moves, name }: Interleaving): string {
  const params = new URLSearchParams({ strategy });
  if (moves.length > 0) params.set("moves", moves.join(""));
  if (name) params.set("name", name);
  return `/lab/scheduler?${params}`;
}

export function cleanName(name: string): string {
  return name.trim().slice(0, MAX_NAME_LENGTH);
}
