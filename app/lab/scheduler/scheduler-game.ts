/**
 * One game as the page plays it. The state of the game is the server's, told with every move and whenever a
 * blocked step goes on by itself; here is only what the page adds: that it waits for an answer, that it
 * replays, and when the state was told, so that time to live can count down between two tellings.
 */
import type { GameState } from "#contract/lab-game";
import type { StrategyId } from "#contract/lab-strategies";
import type { Localized } from "#contract/language";
import { ObservableValue } from "../../lib/observable-value";
import { requestLab } from "../connection/lab-http";
import { type LabSocket, sharedLabSocket } from "../connection/lab-socket";
import type { Move } from "./interleaving";

/** `full`: as many games as the lab can hold are being played. */
export type GameProblem = "no-answer" | "forgotten" | "full" | { message: string };

export interface PlayState {
  game: GameState | null;
  /** On the page's own clock, milliseconds. */
  receivedAtMs: number;
  /** `moving`: a press is on its way; `undoing`: one is being taken back; `replaying`: the page presses by itself. */
  activity: "idle" | "starting" | "moving" | "undoing" | "replaying";
  replay: { done: number; total: number } | null;
  explanation: Localized | null;
  problem: GameProblem | null;
}

const NO_GAME: PlayState = {
  game: null,
  receivedAtMs: 0,
  activity: "idle",
  replay: null,
  explanation: null,
  problem: null,
};

/** Slow enough to follow each move of a replay with the eyes. */
const REPLAY_PAUSE_MS = 750;

export class SchedulerGame {
  readonly state = new ObservableValue<PlayState>(NO_GAME);
  #leaveGame: (() => void) | undefined;
  /** Grows with every game, so that an answer to an earlier one is not taken for this one's. */
  #round = 0;

  async start(strategy: StrategyId, moves: readonly Move[] = []): Promise<void> {
    const round = this.#reset();
    this.state.set({ ...NO_GAME, activity: "starting" });
    if (!(await this.#open(round, strategy))) return;
    if (moves.length > 0) await this.#replay(moves, round);
    else this.#change({ activity: "idle" });
  }

  /** What was committed cannot be called back: a new game plays all moves but the last. */
  readonly undo = async (): Promise<void> => {
    const { game, activity } = this.state.get();
    if (!game?.moves || activity !== "idle") return;
    const round = this.#reset();
    this.#change({ activity: "undoing", explanation: null, problem: null });
    if (await this.#open(round, game.strategy, game.moves.slice(0, -1))) this.#change({ activity: "idle" });
  };

  readonly makeMove = async (move: Move): Promise<void> => {
    if (this.state.get().activity !== "idle") return;
    this.#change({ activity: "moving" });
    await this.#sendMove(move);
    if (this.state.get().activity === "moving") this.#change({ activity: "idle" });
  };

  readonly giveUp = async (): Promise<void> => {
    const { game, activity } = this.state.get();
    if (!game || activity !== "idle") return;
    const answer = await (await sharedLabSocket()).request("lab:game:give-up", { gameId: game.gameId });
    if (!answer) return;
    if (answer.ok) this.#change({ game: answer.game, explanation: answer.why });
    else this.#fail(answer.code === "not_found" ? "forgotten" : { message: answer.message });
  };

  readonly clear = (): void => {
    this.#reset();
    this.state.set(NO_GAME);
  };

  /** Leaves the game and gives its processes back at once; a lost connection would do so seconds later. */
  readonly stop = (): void => {
    this.#reset();
  };

  /** False if it failed, or if another game has been begun meanwhile. */
  async #open(round: number, strategy: StrategyId, moves = ""): Promise<boolean> {
    const started = await requestLab("games", isGameStarted, { strategy, moves });
    if (round !== this.#round) return false;
    if (!started?.ok) {
      const full = started?.code === "unavailable";
      this.#fail(!started ? "no-answer" : full ? "full" : { message: started.message });
      return false;
    }
    const labSocket = await sharedLabSocket();
    if (round !== this.#round) return false;
    this.#change({ game: started.game });
    // Until the connection stands a press would lead nowhere.
    await this.#follow(labSocket, started.game.gameId);
    return round === this.#round;
  }

  async #replay(moves: readonly Move[], round: number): Promise<void> {
    this.#change({ activity: "replaying", replay: { done: 0, total: moves.length } });
    for (const [done, move] of moves.entries()) {
      await new Promise((resolve) => setTimeout(resolve, REPLAY_PAUSE_MS));
      if (round !== this.#round || this.state.get().problem) return;
      this.#change({ replay: { done: done + 1, total: moves.length } });
      await this.#sendMove(move);
    }
    if (round === this.#round) this.#change({ activity: "idle", replay: null });
  }

  async #sendMove(move: Move): Promise<void> {
    const { game } = this.state.get();
    if (!game) return;
    const answer = await (await sharedLabSocket()).request("lab:game:move", { gameId: game.gameId, move });
    if (!answer || this.state.get().game?.gameId !== game.gameId) return;
    if (answer.ok) this.#change({ game: answer.game });
    else this.#fail(answer.code === "not_found" ? "forgotten" : { message: answer.message });
  }

  /** Resolves when the connection has joined the game for the first time. */
  #follow(labSocket: LabSocket, gameId: string): Promise<void> {
    const onState = (game: GameState) => {
      if (game.gameId === gameId) this.#change({ game });
    };
    labSocket.socket.on("lab:game:state", onState);
    return new Promise((resolve) => {
      const closeSocket = labSocket.keepOpen(async () => {
        const joined = await labSocket.request("lab:game:join", { gameId });
        if (!joined || this.state.get().game?.gameId !== gameId) return;
        if (joined.ok) this.#change({ game: joined.game });
        else this.#fail(joined.code === "not_found" ? "forgotten" : { message: joined.message });
        resolve();
      });
      this.#leaveGame = () => {
        void labSocket.request("lab:game:give-up", { gameId });
        labSocket.socket.off("lab:game:state", onState);
        closeSocket();
        resolve();
      };
    });
  }

  #reset(): number {
    this.#leaveGame?.();
    this.#leaveGame = undefined;
    this.#round += 1;
    return this.#round;
  }

  #change(part: Partial<PlayState>): void {
    const received = part.game ? { receivedAtMs: performance.now() } : {};
    this.state.set({ ...this.state.get(), ...received, ...part });
  }

  #fail(problem: GameProblem): void {
    this.#change({ activity: "idle", replay: null, problem });
  }
}

function isGameStarted(answer: object): answer is { game: GameState } {
  return "game" in answer && typeof answer.game === "object";
}
