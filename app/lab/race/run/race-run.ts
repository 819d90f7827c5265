/**
 * One race as the page follows it: asked for, queued, streamed, judged. An external store of two values: what
 * the steps say so far, and what the lab says of the race. After a lost connection it joins again and is told
 * everything anew, so a race is never half remembered.
 */
import type { LabServerToClientEvents, RaceView } from "#contract/lab";
import type { Localized } from "#contract/language";
import type { Outcome } from "#contract/outcomes";
import type { BoxOfficeSocket, OutcomeOf } from "../../../lib/network/socket";
import { ObservableValue } from "../../../lib/observable-value";
import { requestLab } from "../../connection/lab-http";
import type { LabSocket } from "../../connection/lab-socket";
import { analyseRace, type RaceAnalysis } from "../analysis/race-analysis";
import { RaceLanes } from "../analysis/race-lanes";
import { type RaceConditions, type RaceSide, raceRequestOf } from "../setup/race-setup";
import {
  failedState,
  INITIAL_RUN_STATE,
  isOver,
  type RunState,
  withIncidents,
  withProgress,
  withRace,
} from "./run-state";

/** With the lab's own pause between two questions: longer than the longest race. */
const MAX_REQUESTS = 40;

export class RaceRun {
  readonly side: RaceSide;
  readonly conditions: RaceConditions;
  readonly lanes = new RaceLanes();
  readonly state = new ObservableValue<RunState>(INITIAL_RUN_STATE);
  readonly analysis: ObservableValue<RaceAnalysis>;
  /** Every step told before the last join is here. */
  #isComplete = false;
  #ended: RaceView | undefined;

  constructor(side: RaceSide, conditions: RaceConditions) {
    this.side = side;
    this.conditions = conditions;
    this.analysis = new ObservableValue(analyseRace(side.strategy, this.lanes, null));
  }

  /** Resolves when the race is over, one way or the other. */
  async run(labSocket: LabSocket, seed: number | null): Promise<RunState> {
    const started = await this.#ask({ ...this.conditions, seed });
    if (!started) this.#fail(NO_ANSWER);
    else if (!started.ok) this.#fail(started.code === "unavailable" ? LINE_FULL : started.message);
    else await this.follow(labSocket, started.raceId);
    return this.state.get();
  }

  /** A buyer has one race at a time. After a reload the earlier one may still be under way: wait for it. */
  async #ask(conditions: RaceConditions): Promise<Outcome<{ raceId: string }> | null> {
    for (let asked = 1; ; asked += 1) {
      const answer = await requestLab("races", isRaceStarted, raceRequestOf(this.side, conditions));
      const later = answer && !answer.ok && answer.code === "rate_limited" ? answer.retryAfterMs : undefined;
      if (later === undefined || asked === MAX_REQUESTS) return answer;
      this.state.set({ ...this.state.get(), phase: "waiting" });
      await pause(later);
    }
  }

  /** Resolves when the race is over, which it may be already. */
  async follow(labSocket: LabSocket, raceId: string): Promise<void> {
    const unlisten = this.#listen(labSocket.socket, raceId);
    const closeSocket = labSocket.keepOpen(() => this.#join(labSocket, raceId));
    await new Promise<void>((resolve) => {
      const unwatch = this.state.subscribe(() => {
        if (!isOver(this.state.get())) return;
        unwatch();
        resolve();
      });
    });
    unlisten();
    closeSocket();
  }

  async #join(labSocket: LabSocket, raceId: string): Promise<void> {
    this.#isComplete = false;
    const joined = await labSocket.request("lab:join", { raceId });
    if (!joined || isOver(this.state.get())) return;
    if (!joined.ok) return this.#fail(joined.code === "not_found" ? FORGOTTEN : joined.message);
    const state = withRace(joined.race);
    if (!isOver(state)) this.state.set(state);
    this.lanes.clear();
    this.#isComplete = await this.#readSteps(labSocket, joined.race);
    this.#conclude(joined.race);
  }

  /** What was told before we joined; false if the connection was lost over it, and everything is asked anew. */
  async #readSteps(labSocket: LabSocket, { raceId, stepsTold }: RaceView): Promise<boolean> {
    for (let from: number | null = 0; from !== null && from < stepsTold; ) {
      const page: OutcomeOf<"lab:steps"> | null = await labSocket.request("lab:steps", { raceId, from });
      if (!page) return false;
      if (!page.ok) {
        if (page.retryAfterMs === undefined) return false;
        await pause(page.retryAfterMs);
        continue;
      }
      this.lanes.add(page.steps);
      this.#analyse();
      from = page.next;
    }
    return true;
  }

  /** The race is over for the page when it has all of its steps. */
  #conclude(race: RaceView): void {
    if (isOver(withRace(race))) this.#ended = race;
    if (!this.#ended || !this.#isComplete) return;
    // The state first: with it comes the time to live of the locks.
    this.state.set(withRace(this.#ended));
    this.#analyse();
  }

  #listen(socket: BoxOfficeSocket, raceId: string): () => void {
    const onStep: LabServerToClientEvents["lab:step"] = (batch) => {
      if (batch.raceId !== raceId) return;
      this.lanes.add(batch.steps);
      this.state.set(withIncidents(this.state.get(), batch.incidents));
      this.#analyse();
    };
    const onProgress: LabServerToClientEvents["lab:progress"] = (progress) => {
      if (progress.raceId === raceId) this.state.set(withProgress(this.state.get(), progress));
    };
    const onResult: LabServerToClientEvents["lab:result"] = (race) => {
      if (race.raceId === raceId) this.#conclude(race);
    };
    socket.on("lab:step", onStep).on("lab:progress", onProgress).on("lab:result", onResult);
    return () => {
      socket.off("lab:step", onStep).off("lab:progress", onProgress).off("lab:result", onResult);
    };
  }

  #analyse(): void {
    const { lockTtlMs } = this.state.get();
    this.analysis.set(analyseRace(this.side.strategy, this.lanes, lockTtlMs));
  }

  #fail(error: Localized | string): void {
    this.state.set(failedState(this.state.get(), error));
  }
}

const NO_ANSWER: Localized = {
  en: "The lab does not answer. Is the server running?",
  vi: "Phòng thí nghiệm không trả lời. Máy chủ có đang chạy không?",
};

const LINE_FULL: Localized = {
  en: "The line is full. Try again in a minute.",
  vi: "Hàng chờ đã đầy. Một phút nữa hãy thử lại.",
};

const FORGOTTEN: Localized = {
  en: "The lab does not know this race any more. Run it again.",
  vi: "Phòng thí nghiệm không còn biết cuộc đua này. Hãy chạy lại.",
};

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function isRaceStarted(answer: object): answer is { raceId: string } {
  return "raceId" in answer && typeof answer.raceId === "string";
}
