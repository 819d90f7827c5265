/**
 * One commit for many requests. What arrives while a statement is under way is collected and decided
 * together by the next one, so one disk flush serves them all; a request that finds the engine idle goes out
 * at once, at the end of the event-loop turn it arrived in.
 *
 * A batch is handed over by show, since a show is what a statement decides about. Shows that are in no statement yet go
 * first: two statements of one show would wait for each other's commit, and a show's requests are cheaper in one call.
 * Requests that share a key (a seat,
 * a buyer) never share a statement: the later one waits. If the earlier one is granted, `answerFromWinner` may answer
 * the later one from that grant, which has just been committed, instead of asking Postgres what it said a moment ago.
 * That keeps a thousand contenders for one seat at a handful of statements even when Redis is away and refuses nobody.
 *
 * Nobody waits longer than ANSWER_WITHIN_MS: who is still in the queue then is told that nothing was done, who is in
 * a statement under way that nobody knows.
 */
import { isOutage, PostgresUnavailable } from "#db/outages";

/** A little less than a buyer is promised (time-limit.ts), so that what the queue knows is what the buyer hears. */
const ANSWER_WITHIN_MS = 4_500;
const LOOK_FOR_LATE_EVERY_MS = 100;
/**
 * A crowd that was answered together asks again together, and would wait for itself for ever: one statement for
 * all, then all of the node's work, in turns. From this many on it is shared among several, so that one half is
 * in the database while the node serves the other.
 */
const WORTH_SHARING = 64;

export interface GroupCommit<Request, Answer> {
  submit(request: Request): Promise<Answer>;
}

export interface GroupCommitOptions<Request, Answer> {
  /** Decides the requests of some shows: for each show its answers, or why there are none. */
  decide: (shows: Request[][]) => Promise<(Answer[] | Error)[]>;
  /** What no two requests of one show may share in one statement. */
  keysOf: (request: Request) => Key[];
  answerFromWinner?: (waiting: Request, decided: Request, answer: Answer) => Answer | undefined;
  onBatch?: (size: number, durationMs: number) => void;
  maxBatch?: number;
  /** Statements under way at once. Two overlap one's flush with the other's work; more only queue on row locks. */
  statementsAtOnce?: number;
}

type Key = string | number;

interface Entry<Request, Answer> {
  request: Request;
  keys: Key[];
  lateAtMs: number;
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
}

export function createGroupCommit<Request extends { showId: string }, Answer>(
  options: GroupCommitOptions<Request, Answer>,
): GroupCommit<Request, Answer> {
  const { decide, keysOf, answerFromWinner, onBatch, maxBatch = 256, statementsAtOnce = 2 } = options;
  type Waiting = Entry<Request, Answer>;
  /** By show. */
  const queue = new Map<string, Waiting[]>();
  let queued = 0;
  const underWay = new Set<Waiting[][]>();
  /** Keys of the statements under way, by show. */
  const busy = new Map<string, Set<Key>>();
  let scheduled = false;
  let lookingForLate: NodeJS.Timeout | undefined;

  return {
    submit: (request) =>
      new Promise((resolve, reject) => {
        const lateAtMs = performance.now() + ANSWER_WITHIN_MS;
        const entry = { request, keys: keysOf(request), lateAtMs, resolve, reject };
        const waiting = queue.get(request.showId);
        if (waiting) waiting.push(entry);
        else queue.set(request.showId, [entry]);
        queued += 1;
        schedule();
        // After what has come meanwhile was read: if it was the node that had no time, the answer may be there.
        lookingForLate ??= setInterval(() => setImmediate(answerLate), LOOK_FOR_LATE_EVERY_MS);
      }),
  };

  function schedule(): void {
    if (scheduled || underWay.size >= statementsAtOnce) return;
    scheduled = true;
    setImmediate(startBatch);
  }

  function startBatch(): void {
    scheduled = false;
    const batch = nextBatch();
    if (batch.length === 0) return;
    void run(batch);
    if (queued > 0) schedule();
  }

  /** Shows that are in no statement yet, and only if there is none, more of those that are. */
  function nextBatch(): Waiting[][] {
    const slots = statementsAtOnce - underWay.size;
    const share = Math.min(maxBatch, Math.max(WORTH_SHARING, Math.ceil(queued / slots)));
    const batch: Waiting[][] = [];
    let size = 0;
    for (const isBusy of [false, true]) {
      for (const [showId, waiting] of queue) {
        if (size >= share) break;
        if (busy.has(showId) !== isBusy) continue;
        const taken = takeFrom(showId, waiting, (queue.size === 1 ? share : maxBatch) - size);
        if (taken.length > 0) batch.push(taken);
        size += taken.length;
      }
      if (size > 0) break;
    }
    queued -= size;
    return batch;
  }

  function takeFrom(showId: string, waiting: Waiting[], atMost: number): Waiting[] {
    const keys = busy.get(showId) ?? new Set<Key>();
    const taken: Waiting[] = [];
    const later: Waiting[] = [];
    for (const entry of waiting) {
      if (taken.length >= atMost || entry.keys.some((key) => keys.has(key))) {
        later.push(entry);
        continue;
      }
      for (const key of entry.keys) keys.add(key);
      taken.push(entry);
    }
    if (taken.length > 0) busy.set(showId, keys);
    keepWaiting(showId, later);
    return taken;
  }

  function keepWaiting(showId: string, waiting: Waiting[]): void {
    if (waiting.length > 0) queue.set(showId, waiting);
    else queue.delete(showId);
  }

  async function run(batch: Waiting[][]): Promise<void> {
    underWay.add(batch);
    const startedAt = performance.now();
    try {
      await answerAll(batch);
      const size = batch.reduce((sum, entries) => sum + entries.length, 0);
      onBatch?.(size, performance.now() - startedAt);
    } finally {
      underWay.delete(batch);
      for (const entries of batch) noLongerBusy(entries);
      if (queued > 0) schedule();
      else if (underWay.size === 0) {
        clearInterval(lookingForLate);
        lookingForLate = undefined;
      }
    }
  }

  function noLongerBusy(entries: Waiting[]): void {
    const showId = entries[0]?.request.showId ?? "";
    const keys = busy.get(showId);
    for (const entry of entries) for (const key of entry.keys) keys?.delete(key);
    if (keys?.size === 0) busy.delete(showId);
  }

  async function answerAll(shows: Waiting[][]): Promise<void> {
    const requests = shows.map((entries) => entries.map(({ request }) => request));
    const outcomes = await decide(requests).catch((error: unknown) => shows.map(() => asError(error)));
    const divided: Waiting[][] = [];
    for (const [at, entries] of shows.entries()) {
      const outcome = outcomes[at];
      if (Array.isArray(outcome)) answer(entries, outcome);
      else if (isOutage(outcome) || entries.length === 1) for (const entry of entries) entry.reject(outcome);
      else divided.push(...inHalves(entries));
    }
    // One request the database will not take must not cost the others theirs: it is found by halves.
    await Promise.all(divided.map((half) => answerAll([half])));
  }

  function answer(entries: Waiting[], answers: Answer[]): void {
    if (answerFromWinner) answerWaiting(entries, answers, answerFromWinner);
    for (const [at, entry] of entries.entries()) {
      const given = answers[at];
      if (given === undefined) entry.reject(new Error("the statement left a request unanswered"));
      else entry.resolve(given);
    }
  }

  function answerWaiting(
    batch: Waiting[],
    answers: Answer[],
    answerFrom: NonNullable<typeof answerFromWinner>,
  ): void {
    const showId = batch[0]?.request.showId ?? "";
    const waitingHere = queue.get(showId);
    if (!waitingHere) return;
    const decidedBy = new Map<Key, number>();
    for (const [at, entry] of batch.entries()) for (const key of entry.keys) decidedBy.set(key, at);
    const stillWaiting = waitingHere.filter((waiting) => {
      for (const key of waiting.keys) {
        const at = decidedBy.get(key);
        const decided = at === undefined ? undefined : batch[at];
        const given = at === undefined ? undefined : answers[at];
        if (decided === undefined || given === undefined) continue;
        const lost = answerFrom(waiting.request, decided.request, given);
        if (lost === undefined) continue;
        waiting.resolve(lost);
        return false;
      }
      return true;
    });
    queued -= waitingHere.length - stillWaiting.length;
    keepWaiting(showId, stillWaiting);
  }

  function answerLate(): void {
    const nowMs = performance.now();
    for (const entry of [...underWay].flat(2)) {
      if (entry.lateAtMs <= nowMs) entry.reject(new PostgresUnavailable(true));
    }
    for (const [showId, waiting] of queue) {
      const stillWaiting = waiting.filter((entry) => {
        if (entry.lateAtMs > nowMs) return true;
        entry.reject(new PostgresUnavailable(false));
        return false;
      });
      queued -= waiting.length - stillWaiting.length;
      keepWaiting(showId, stillWaiting);
    }
  }
}

function inHalves<T>(entries: T[]): [T[], T[]] {
  const middle = Math.ceil(entries.length / 2);
  return [entries.slice(0, middle), entries.slice(middle)];
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
