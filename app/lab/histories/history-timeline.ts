/** A history as the timeline draws it: a lane for each buyer, a step from each question to its answer. */
import type { RaceStep } from "#contract/lab";
import type { History, Operation } from "#histories/history";
import { ObservableValue } from "../../lib/observable-value";
import { RaceLanes } from "../race/analysis/race-lanes";
import { INITIAL_RUN_STATE } from "../race/run/run-state";
import { NO_PROCESS, type TimelineSource } from "../timeline/timeline-source";

export function timelineOf({ operations }: History): TimelineSource {
  const startMs = Math.min(...operations.map(({ askedAtMs }) => askedAtMs));
  const buyers = [...new Set(operations.map(({ buyer }) => buyer))];
  const lanes = new RaceLanes();
  lanes.add(operations.map((operation) => stepOf(operation, buyers.indexOf(operation.buyer), startMs)));
  return {
    lanes,
    state: new ObservableValue(INITIAL_RUN_STATE),
    analysis: new ObservableValue({
      lanes: lanes.lanes,
      claims: [],
      gaps: new Map(),
      locks: [],
      endMs: lanes.endMs,
      window: null,
      lookedBeforeFirstSale: 0,
      staleWrites: 0,
    }),
  };
}

function stepOf(operation: Operation, lane: number, startMs: number): RaceStep {
  const { buyer, what, askedAtMs, answeredAtMs } = operation;
  return {
    lane,
    buyer,
    instance: NO_PROCESS,
    name: what === "release" ? "let-go" : what,
    startedMs: askedAtMs - startMs,
    endedMs: answeredAtMs === null ? null : answeredAtMs - startMs,
    outcome: answeredAtMs === null ? "unfinished" : "done",
    found: answerOf(operation),
  };
}

/** "ok R1" or the code of the refusal. */
export function answerOf({ answer }: Operation): string | null {
  if (answer === null) return null;
  if (!answer.ok) return answer.code;
  return ["ok", answer.holdId, answer.reference].filter(Boolean).join(" ");
}
