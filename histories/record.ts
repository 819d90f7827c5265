/**
 * Writes a history down while it happens, from the outside: `asked` when a request is sent, and what it returns
 * when its answer is there. A request whose answer never comes stays one of unknown outcome.
 */
import type { Answer, History, Operation } from "./history";

export type Question = Omit<Operation, "askedAtMs" | "answeredAtMs" | "answer">;

/** Of a granted hold one usually hears for how long it still stands, counted from a moment on the way. */
export type Told = Answer | (Extract<Answer, { ok: true }> & { leftMs: number });

export interface Recorder {
  asked: (question: Question) => (told: Told) => void;
  /** What has been recorded so far. */
  history: () => History;
}

export function createRecorder(nowMs: () => number = () => performance.now()): Recorder {
  const operations: Operation[] = [];

  return {
    asked(question) {
      const askedAtMs = nowMs();
      const at = operations.push({ ...question, askedAtMs, answeredAtMs: null, answer: null }) - 1;
      return (told) => {
        if (operations[at]?.answer) throw new Error("this request was answered before");
        const answeredAtMs = nowMs();
        const answer = toAnswer(told, askedAtMs, answeredAtMs);
        operations[at] = { ...question, askedAtMs, answeredAtMs, answer };
      };
    },
    history: () => ({ version: 1, operations: [...operations] }),
  };
}

/** The time left was read after the question and before the answer, so the end lies in a span of that length. */
function toAnswer(told: Told, askedAtMs: number, answeredAtMs: number): Answer {
  if (!("leftMs" in told)) return told;
  const { leftMs, ...answer } = told;
  return { ...answer, untilMs: askedAtMs + leftMs, untilAtLatestMs: answeredAtMs + leftMs };
}
