/** What is read off a run's answers, beside the verdict: how long they took, and when they came. */
import { percentile } from "../../bench/tables";
import { type Answer, answersIn, type Outcome } from "../judge/client-notes";
import type { FinishedRun } from "../one-run";

export interface Measures {
  p50Ms: number;
  p90Ms: number;
  p99Ms: number;
  maxMs: number;
  /** Milliseconds that this share of the answers took at most. */
  curve: [percent: number, ms: number][];
  timeline: Timeline;
}

export interface Timeline {
  /** Width of a column in seconds, and its left edge since the first request. */
  binS: number;
  times: number[];
  counts: Record<Outcome, number[]>;
}

const PERCENTS = [0, 10, 25, 50, 75, 90, 95, 99, 99.9, 100];
const BINS_S = [0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2, 5];
const COLUMNS_AT_MOST = 40;

export function measure(run: FinishedRun): Measures {
  const answers = answersIn(run.notes);
  const sorted = answers.map(({ tookMs }) => tookMs).sort((a, b) => a - b);
  return {
    p50Ms: percentile(sorted, 0.5),
    p90Ms: percentile(sorted, 0.9),
    p99Ms: percentile(sorted, 0.99),
    maxMs: percentile(sorted, 1),
    curve: PERCENTS.map((percent) => [percent, percentile(sorted, percent / 100)]),
    timeline: timelineOf(answers),
  };
}

/** By the time of the answer, not of the question. */
function timelineOf(answers: Answer[]): Timeline {
  const from = Math.min(...answers.map(({ askedAt }) => askedAt));
  const at = (answer: Answer) => (answer.askedAt + answer.tookMs - from) / 1000;
  const lastS = Math.max(0.001, ...answers.map(at));
  const binS = BINS_S.find((width) => lastS / width <= COLUMNS_AT_MOST) ?? lastS / COLUMNS_AT_MOST;
  const bins = Math.floor(lastS / binS) + 1;
  const zeros = () => new Array<number>(bins).fill(0);
  const counts = { done: zeros(), refused: zeros(), error: zeros(), unanswered: zeros() };
  for (const answer of answers) {
    const column = counts[answer.outcome];
    const bin = Math.floor(at(answer) / binS);
    column[bin] = (column[bin] ?? 0) + 1;
  }
  const times = Array.from({ length: bins }, (_, bin) => Number((bin * binS).toFixed(3)));
  return { binS, times, counts };
}
