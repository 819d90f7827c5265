/**
 * One game as the page plays it. The state of the game is the server's, told with every move and whenever a
 * blocked step goes on by itself; here is only what the page adds: that it waits for an answer, that it
 * replays, and when the state was told, so that time to live can count down between two tellings.
 */
import type { GameState } from "#contract/lab-game";
import type { StrategyId } from "#contract/lab-strategies";
import type { Localized } from "#contract/language";
import { Cell } from "../../lib/live/cell";
import { askLab } from "../_race/ask-lab";
import { type LabLink, labLink } from "../_race/lab-socket";
import type { Move } from "./moves";

/** `full`: as many games as the lab can hold are being played. */
export type Trouble = "no-answer" | "forgotten" | "full" | { message: string };

export interface Table {
  game: GameState | null;
  /** On the page's own clock, milliseconds. */
  toldAtMs: number;
  /** `moving`: a press is on its way; `replaying`: the page presses by itself. */
  doing: "nothing" | "starting" | "moving" | "replaying";
  replay: { done: number; total: number } | null;
  why: Localized | null;
  trouble: Trouble | null;
}

export const EMPTY_TABLE: Table = {
  game: null,
  toldAtMs: 0,
  doing: "nothing",
  replay: null,
  why: null,
  trouble: null,
};

/** Slow enough to follow each move of a replay with the eyes. */
const REPLAY_PAUSE_MS = 750;

export class SchedulerGame {
  readonly table = new Cell<Table>(EMPTY_TABLE);
  #leave: (() => void) | undefined;
  /** Grows with every game, so that an answer to an earlier one is not taken for this one's. */
  #round = 0;

  async begin(strategy: StrategyId, moves: readonly Move[] = []): Promise<void> {
    const round = this.#reset();
    this.table.set({ ...EMPTY_TABLE, doing: "starting" });
    const started = await askLab("games", isGameStarted, { strategy });
    if (round !== this.#round) return;
    if (!started) return this.#stumble("no-answer");
    if (!started.ok) {
      return this.#stumble(started.code === "unavailable" ? "full" : { message: started.message });
    }
    const link = await labLink();
    if (round !== this.#round) return;
    this.#change({ game: started.game, doing: "nothing" });
    this.#follow(link, started.game.gameId);
    if (moves.length > 0) await this.#replay(moves, round);
  }

  readonly press = async (move: Move): Promise<void> => {
    if (this.table.get().doing !== "nothing") return;
    this.#change({ doing: "moving" });
    await this.#move(move);
    if (this.table.get().doing === "moving") this.#change({ doing: "nothing" });
  };

  readonly giveUp = async (): Promise<void> => {
    const { game, doing } = this.table.get();
    if (!game || doing !== "nothing") return;
    const answer = await (await labLink()).request("lab:game:give-up", { gameId: game.gameId });
    if (!answer) return;
    if (answer.ok) this.#change({ game: answer.game, why: answer.why });
    else this.#stumble(answer.code === "not_found" ? "forgotten" : { message: answer.message });
  };

  /** Leaves the game and gives its processes back at once; a lost connection would do so seconds later. */
  readonly stop = (): void => {
    this.#reset();
  };

  async #replay(moves: readonly Move[], round: number): Promise<void> {
    this.#change({ doing: "replaying", replay: { done: 0, total: moves.length } });
    for (const [done, move] of moves.entries()) {
      await new Promise((resolve) => setTimeout(resolve, REPLAY_PAUSE_MS));
      if (round !== this.#round || this.table.get().trouble) return;
      this.#change({ replay: { done: done + 1, total: moves.length } });
      await this.#move(move);
    }
    if (round === this.#round) this.#change({ doing: "nothing", replay: null });
  }

  async #move(move: Move): Promise<void> {
    const { game } = this.table.get();
    if (!game) return;
    const answer = await (await labLink()).request("lab:game:move", { gameId: game.gameId, move });
    if (!answer || this.table.get().game?.gameId !== game.gameId) return;
    if (answer.ok) this.#change({ game: answer.game });
    else this.#stumble(answer.code === "not_found" ? "forgotten" : { message: answer.message });
  }

  #follow(link: LabLink, gameId: string): void {
    const onState = (game: GameState) => {
      if (game.gameId === gameId) this.#change({ game });
    };
    link.socket.on("lab:game:state", onState);
    const unuse = link.use(async () => {
      const joined = await link.request("lab:game:join", { gameId });
      if (!joined || this.table.get().game?.gameId !== gameId) return;
      if (joined.ok) this.#change({ game: joined.game });
      else this.#stumble(joined.code === "not_found" ? "forgotten" : { message: joined.message });
    });
    this.#leave = () => {
      void link.request("lab:game:give-up", { gameId });
      link.socket.off("lab:game:state", onState);
      unuse();
    };
  }

  #reset(): number {
    this.#leave?.();
    this.#leave = undefined;
    this.#round += 1;
    return this.#round;
  }

  #change(part: Partial<Table>): void {
    const told = part.game ? { toldAtMs: performance.now() } : {};
    this.table.set({ ...this.table.get(), ...told, ...part });
  }

  #stumble(trouble: Trouble): void {
    this.#change({ doing: "nothing", replay: null, trouble });
  }
}

function isGameStarted(answer: object): answer is { game: GameState } {
  return "game" in answer && typeof answer.game === "object";
}
