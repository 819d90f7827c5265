/**
 * One race as the page follows it: asked for, queued, streamed, judged. An external store of two values: what
 * the steps say so far, and what the lab says of the race. After a lost connection it joins again and is told
 * everything anew, so a race is never half remembered.
 */
import type { LabServerToClientEvents } from "#contract/lab";
import type { Localized } from "#contract/language";
import type { Outcome } from "#contract/outcomes";
import { Cell } from "../../lib/live/cell";
import type { BoxOfficeSocket } from "../../lib/live/socket";
import { askLab } from "./ask-lab";
import type { LabLink } from "./lab-socket";
import { LaneBook } from "./lane-book";
import { type Reading, readRace } from "./reading";
import {
  ASKING,
  failedState,
  isOver,
  type RunState,
  withIncidents,
  withProgress,
  withRace,
} from "./run-state";
import { type Conditions, raceRequestOf, type Side } from "./setup";

/** With the lab's own pause between two questions: longer than the longest race. */
const MAX_ASKED = 40;

export class RaceRun {
  readonly side: Side;
  readonly conditions: Conditions;
  readonly book = new LaneBook();
  readonly state = new Cell<RunState>(ASKING);
  readonly reading = new Cell<Reading>(readRace(this.book));

  constructor(side: Side, conditions: Conditions) {
    this.side = side;
    this.conditions = conditions;
  }

  /** Resolves when the race is over, one way or the other. */
  async run(link: LabLink, seed: number | null): Promise<RunState> {
    const started = await this.#ask({ ...this.conditions, seed });
    if (!started) this.#fail(NO_ANSWER);
    else if (!started.ok) this.#fail(started.code === "unavailable" ? LINE_FULL : started.message);
    else await this.#follow(link, started.raceId);
    return this.state.get();
  }

  /** A visitor has one race at a time. After a reload the earlier one may still be under way: wait for it. */
  async #ask(conditions: Conditions): Promise<Outcome<{ raceId: string }> | null> {
    for (let asked = 1; ; asked += 1) {
      const answer = await askLab("races", isRaceStarted, raceRequestOf(this.side, conditions));
      const later = answer && !answer.ok && answer.code === "rate_limited" ? answer.retryAfterMs : undefined;
      if (later === undefined || asked === MAX_ASKED) return answer;
      this.state.set({ ...this.state.get(), phase: "waiting" });
      await new Promise((resolve) => setTimeout(resolve, later));
    }
  }

  async #follow(link: LabLink, raceId: string): Promise<void> {
    const unlisten = this.#listen(link.socket, raceId);
    const leave = link.use(() => this.#join(link, raceId));
    await new Promise<void>((resolve) => {
      const unwatch = this.state.subscribe(() => {
        if (!isOver(this.state.get())) return;
        unwatch();
        resolve();
      });
    });
    unlisten();
    leave();
  }

  async #join(link: LabLink, raceId: string): Promise<void> {
    const joined = await link.request("lab:join", { raceId });
    if (!joined || isOver(this.state.get())) return;
    if (!joined.ok) return this.#fail(joined.code === "not_found" ? FORGOTTEN : joined.message);
    this.book.replace(joined.race.steps);
    this.#read();
    this.state.set(withRace(joined.race));
  }

  #listen(socket: BoxOfficeSocket, raceId: string): () => void {
    const onStep: LabServerToClientEvents["lab:step"] = (batch) => {
      if (batch.raceId !== raceId) return;
      this.book.add(batch.steps);
      this.state.set(withIncidents(this.state.get(), batch.incidents));
      this.#read();
    };
    const onProgress: LabServerToClientEvents["lab:progress"] = (progress) => {
      if (progress.raceId === raceId) this.state.set(withProgress(this.state.get(), progress));
    };
    const onResult: LabServerToClientEvents["lab:result"] = (race) => {
      if (race.raceId === raceId) this.state.set(withRace(race));
    };
    socket.on("lab:step", onStep).on("lab:progress", onProgress).on("lab:result", onResult);
    return () => {
      socket.off("lab:step", onStep).off("lab:progress", onProgress).off("lab:result", onResult);
    };
  }

  #read(): void {
    this.reading.set(readRace(this.book));
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
  en: "The lab was restarted and has forgotten this race. Run it again.",
  vi: "Phòng thí nghiệm đã khởi động lại và quên cuộc đua này. Hãy chạy lại.",
};

function isRaceStarted(answer: object): answer is { raceId: string } {
  return "raceId" in answer && typeof answer.raceId === "string";
}
