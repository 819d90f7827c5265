/** The queue's plumbing: attempts go in by a Redis Stream, answers come back by pub/sub. */
import type { Answer, RaceContext } from "./strategy";

const GROUP = "writers";
const BATCH = 100;
const BLOCK_MS = 50;
/** A blocking read must not be cut by the short time-out of lock commands. */
const READ_TIMEOUT_MS = 2_000;

export interface QueuedAttempt {
  id: string;
  buyer: string;
  lane: number;
}

export interface StreamEntry {
  id: string;
  attempt: QueuedAttempt;
}

export interface AttemptStream {
  put(attempt: QueuedAttempt): Promise<void>;
  /** Listens from now on; ask for it before `put`. */
  answerTo(attempt: QueuedAttempt, withinMs: number): Promise<Answer>;
  unacknowledged(): Promise<StreamEntry[]>;
  next(): Promise<StreamEntry[]>;
  /** Tells the buyer first and acknowledges second: after a crash in between the buyer is told again. */
  answer(entry: StreamEntry, answer: Answer): Promise<void>;
  close(): void;
}

export async function openStream(
  { redis, raceId, seat }: RaceContext,
  reader: string,
): Promise<AttemptStream> {
  const key = `lab:${raceId}:queue:${seat}`;
  const channel = `lab:${raceId}:answers:${seat}`;
  const waiting = new Map<string, (answer: Answer) => void>();
  const blocking = redis.duplicate({ commandTimeout: READ_TIMEOUT_MS, enableOfflineQueue: true });
  const listener = redis.duplicate({ commandTimeout: READ_TIMEOUT_MS, enableOfflineQueue: true });
  for (const client of [blocking, listener]) client.on("error", () => {});
  listener.on("message", (_channel, text) => {
    const { attempt, answer }: { attempt: string; answer: Answer } = JSON.parse(text);
    waiting.get(attempt)?.(answer);
    waiting.delete(attempt);
  });
  await listener.subscribe(channel);
  await blocking.xgroup("CREATE", key, GROUP, "0", "MKSTREAM").catch(ignoreExistingGroup);

  return {
    async put(attempt) {
      await redis.xadd(key, "*", "attempt", JSON.stringify(attempt));
    },
    answerTo({ id }, withinMs) {
      const answer = new Promise<Answer>((resolve, reject) => {
        const timer = setTimeout(() => {
          waiting.delete(id);
          reject(new Error("the queue did not answer in time"));
        }, withinMs);
        waiting.set(id, (answer) => {
          clearTimeout(timer);
          resolve(answer);
        });
      });
      answer.catch(() => {});
      return answer;
    },
    async unacknowledged() {
      const [, entries] = await blocking.xautoclaim(key, GROUP, reader, 0, "0", "COUNT", BATCH);
      return readEntries(entries);
    },
    async next() {
      const reply = await blocking.xreadgroup(
        "GROUP",
        GROUP,
        reader,
        "COUNT",
        BATCH,
        "BLOCK",
        BLOCK_MS,
        "STREAMS",
        key,
        ">",
      );
      const [stream] = Array.isArray(reply) ? reply : [];
      return readEntries(Array.isArray(stream) ? stream[1] : []);
    },
    async answer({ id, attempt }, answer) {
      await redis.publish(channel, JSON.stringify({ attempt: attempt.id, answer }));
      await redis.xack(key, GROUP, id);
    },
    close() {
      blocking.disconnect();
      listener.disconnect();
    },
  };
}

/** Entries come as `[id, ["attempt", text]]`. */
function readEntries(entries: unknown): StreamEntry[] {
  if (!Array.isArray(entries)) return [];
  return entries.map(([id, fields]: [string, string[]]) => ({
    id,
    attempt: JSON.parse(fields[1] ?? "null"),
  }));
}

function ignoreExistingGroup(error: Error): void {
  if (!error.message.startsWith("BUSYGROUP")) throw error;
}
