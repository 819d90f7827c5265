/**
 * One commit for many requests. What arrives while a statement is under way is collected and decided
 * together by the next one, so one disk flush serves them all; a request that finds the engine idle goes out
 * at once, at the end of the event-loop turn it arrived in.
 *
 * Requests that share a key (a seat, a buyer) never share a statement: the later one waits. If the earlier
 * one is granted, `foreclose` may answer the later one from that grant, which has just been committed,
 * instead of asking Postgres what it said a moment ago. That keeps a thousand contenders for one seat at a
 * handful of statements even when Redis is away and refuses nobody.
 */
import { isOutage } from "./outages";

/**
 * A crowd that was answered together asks again together, and would wait for itself for ever: one statement for
 * all, then all of the node's work, in turns. From this many on it is shared among the lanes, so that one half is
 * in the database while the node serves the other.
 */
const WORTH_SHARING = 64;

export interface GroupCommit<Request, Answer> {
  submit(request: Request): Promise<Answer>;
  /** Requests waiting for a statement. */
  waiting(): number;
}

export interface GroupCommitOptions<Request, Answer> {
  decide: (batch: Request[]) => Promise<Answer[]>;
  keysOf: (request: Request) => string[];
  foreclose?: (waiting: Request, decided: Request, answer: Answer) => Answer | undefined;
  onBatch?: (size: number, durationMs: number) => void;
  maxBatch?: number;
  /** Statements under way at once. Two overlap one's flush with the other's work; more only queue on row locks. */
  lanes?: number;
}

interface Entry<Request, Answer> {
  request: Request;
  keys: string[];
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
}

export function createGroupCommit<Request, Answer>(
  options: GroupCommitOptions<Request, Answer>,
): GroupCommit<Request, Answer> {
  const { decide, keysOf, foreclose, onBatch, maxBatch = 256, lanes = 2 } = options;
  let queue: Entry<Request, Answer>[] = [];
  /** Keys of the statements under way. */
  const busy = new Set<string>();
  let underWay = 0;
  let scheduled = false;

  return {
    submit: (request) =>
      new Promise((resolve, reject) => {
        queue.push({ request, keys: keysOf(request), resolve, reject });
        schedule();
      }),
    waiting: () => queue.length,
  };

  function schedule(): void {
    if (scheduled || underWay >= lanes) return;
    scheduled = true;
    setImmediate(() => {
      scheduled = false;
      const batch = nextBatch();
      if (batch.length > 0) void run(batch);
      if (batch.length > 0 && queue.length > 0) schedule();
    });
  }

  function nextBatch(): Entry<Request, Answer>[] {
    const share = Math.max(WORTH_SHARING, Math.ceil(queue.length / (lanes - underWay)));
    const batch: Entry<Request, Answer>[] = [];
    const later: Entry<Request, Answer>[] = [];
    for (const entry of queue) {
      if (batch.length >= Math.min(share, maxBatch) || entry.keys.some((key) => busy.has(key))) {
        later.push(entry);
        continue;
      }
      for (const key of entry.keys) busy.add(key);
      batch.push(entry);
    }
    queue = later;
    return batch;
  }

  async function run(batch: Entry<Request, Answer>[]): Promise<void> {
    underWay += 1;
    const startedAt = performance.now();
    try {
      const answers = await decide(batch.map((entry) => entry.request));
      onBatch?.(batch.length, performance.now() - startedAt);
      if (foreclose) answerWaiting(batch, answers, foreclose);
      for (const [at, entry] of batch.entries()) {
        const answer = answers[at];
        if (answer === undefined) entry.reject(new Error("the statement left a request unanswered"));
        else entry.resolve(answer);
      }
    } catch (error) {
      if (batch.length === 1 || isOutage(error)) for (const entry of batch) entry.reject(error);
      else await runAlone(batch);
    } finally {
      underWay -= 1;
      for (const entry of batch) for (const key of entry.keys) busy.delete(key);
      if (queue.length > 0) schedule();
    }
  }

  /** One request the database will not take must not cost the others theirs: each is decided by itself. */
  async function runAlone(batch: Entry<Request, Answer>[]): Promise<void> {
    for (const entry of batch) {
      try {
        const [answer] = await decide([entry.request]);
        if (answer === undefined) entry.reject(new Error("the statement left a request unanswered"));
        else entry.resolve(answer);
      } catch (error) {
        entry.reject(error);
      }
    }
  }

  function answerWaiting(
    batch: Entry<Request, Answer>[],
    answers: Answer[],
    answerFrom: NonNullable<typeof foreclose>,
  ): void {
    if (queue.length === 0) return;
    const decidedBy = new Map<string, number>();
    for (const [at, entry] of batch.entries()) for (const key of entry.keys) decidedBy.set(key, at);
    queue = queue.filter((waiting) => {
      for (const key of waiting.keys) {
        const at = decidedBy.get(key);
        const decided = at === undefined ? undefined : batch[at];
        const answer = at === undefined ? undefined : answers[at];
        if (decided === undefined || answer === undefined) continue;
        const foreclosed = answerFrom(waiting.request, decided.request, answer);
        if (foreclosed === undefined) continue;
        waiting.resolve(foreclosed);
        return false;
      }
      return true;
    });
  }
}
