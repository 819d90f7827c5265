/**
 * Plays every schedule, each from the beginning: a database cannot be put back to the middle of one. Every run plays
 * a given beginning, goes on with the first move there is until everyone has an answer, and leaves behind, for each
 * move it could have made instead, the beginning of another run. What departs least often from the first run is played
 * first, so that a search that is broken off has played the simplest.
 */
import { type Move, nextMoves, type PlayedMove, type Standing } from "./next-moves";

/** A fresh seat with fresh buyers, on real servers. */
export interface Board {
  standing: Standing;
  /** Throws `Overtaken` if the machine was too slow for what happened to be by these moves. */
  play(move: Move): Promise<{ standing: Standing; sales: number; lapsed: boolean }>;
  close(): Promise<void>;
}

/** A lock lapsed, or a time-out passed, that nobody had asked for: this run says nothing, and is played again. */
export class Overtaken extends Error {}

export interface Explored {
  schedules: number;
  /** Every schedule there is was played. */
  complete: boolean;
  soldTwice: number;
  soldToNobody: number;
  /** The fewest moves after which the ledger has two sales. */
  shortest: string | null;
  /** The most moves a schedule took. */
  longest: number;
  playedAgain: number;
}

export interface ExploreOptions {
  /** See next-moves.ts; 0 plays the orders of the steps and nothing else. */
  interruptions: number;
  /** Played side by side. */
  boards?: number;
  /** The search is broken off after so many. */
  most?: number;
  open(): Promise<Board>;
  onProgress?: (explored: Explored, waiting: number) => void;
}

interface Run {
  moves: string;
  sales: number;
  /** How many moves it took to sell the seat twice. */
  soldTwiceAfter: number | null;
  others: string[];
}

const TRIES = 30;

export async function explore({
  interruptions,
  boards = 1,
  most = Number.POSITIVE_INFINITY,
  open,
  onProgress,
}: ExploreOptions): Promise<Explored> {
  const beginnings = [""];
  const found: Explored = {
    schedules: 0,
    complete: false,
    soldTwice: 0,
    soldToNobody: 0,
    shortest: null,
    longest: 0,
    playedAgain: 0,
  };
  let playing = 0;
  let wake: () => void = () => {};
  let changed = new Promise<void>((resolve) => {
    wake = resolve;
  });

  await Promise.all(Array.from({ length: boards }, work));
  return { ...found, complete: beginnings.length === 0 };

  async function work(): Promise<void> {
    while (found.schedules < most && (beginnings.length > 0 || playing > 0)) {
      const beginning = found.schedules + playing < most ? beginnings.shift() : undefined;
      if (beginning === undefined) {
        await changed;
        continue;
      }
      playing += 1;
      try {
        count(await playUntilItCounts(beginning));
      } finally {
        playing -= 1;
        wake();
        changed = new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    }
  }

  async function playUntilItCounts(beginning: string): Promise<Run | null> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await playOne(beginning, interruptions, open);
      } catch (error) {
        if (!(error instanceof Overtaken) || tries === TRIES) throw error;
        found.playedAgain += 1;
      }
    }
  }

  function count(run: Run | null): void {
    if (!run) return;
    beginnings.push(...run.others);
    found.schedules += 1;
    found.longest = Math.max(found.longest, run.moves.length);
    if (run.sales === 0) found.soldToNobody += 1;
    if (run.soldTwiceAfter !== null) {
      found.soldTwice += 1;
      const broken = run.moves.slice(0, run.soldTwiceAfter);
      if (found.shortest === null || isShorter(broken, found.shortest)) found.shortest = broken;
    }
    onProgress?.(found, beginnings.length);
  }
}

/** Null if the beginning ends with a wait that nothing lapsed in: the same schedule without it is played elsewhere. */
async function playOne(
  beginning: string,
  interruptions: number,
  open: () => Promise<Board>,
): Promise<Run | null> {
  const board = await open();
  try {
    const played: PlayedMove[] = [];
    const others: string[] = [];
    let { standing } = board;
    let sales = 0;
    let soldTwiceAfter: number | null = null;
    let moves = "";
    for (;;) {
      const choices = nextMoves(played, standing, { interruptions });
      const move = beginning[moves.length] ?? choices[0];
      if (move === undefined) break;
      if (!choices.includes(move))
        throw new Overtaken(`${move} cannot follow ${moves || "nothing"} any more`);
      if (moves.length >= beginning.length) others.push(...choices.slice(1).map((other) => moves + other));
      const result = await board.play(move);
      moves += move;
      if (move === "." && !result.lapsed) {
        if (moves.length <= beginning.length) return null;
        throw new Overtaken("a lock outlived the wait that was left to it");
      }
      played.push({ move, before: standing, after: result.standing });
      ({ standing, sales } = result);
      if (sales > 1) soldTwiceAfter ??= moves.length;
    }
    if (standing.buyers.some(({ phase }) => phase !== "finished")) {
      throw new Overtaken(`nobody can move after ${moves}`);
    }
    return { moves, sales, soldTwiceAfter, others };
  } finally {
    await board.close();
  }
}

function isShorter(one: string, other: string): boolean {
  return one.length - other.length < 0 || (one.length === other.length && one < other);
}
