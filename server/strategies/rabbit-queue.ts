/**
 * The plumbing of `rabbitmq`: attempts go in by a quorum queue, answers come back by a queue of each process's own. The
 * broker gives the attempts to one consumer at a time and, when that one's connection ends, to the next.
 */
import { type Channel, type ChannelModel, connect } from "amqplib";
import type { QueuedAttempt } from "./attempt-stream";
import type { Answer } from "./strategy";

/** A consumer that is not heard of for about twice as long is given up. */
const HEARTBEAT_S = 1;

export interface RabbitQueue {
  /** Resolves when a majority of the queue's members has it; here there is one. */
  put(attempt: QueuedAttempt): Promise<void>;
  /** Listens from now on; ask for it before `put`. */
  answerTo(attempt: QueuedAttempt, withinMs: number): Promise<Answer>;
  close(): Promise<void>;
}

export async function openRabbitQueue(
  port: number,
  name: string,
  decide: (attempt: QueuedAttempt) => Promise<Answer>,
): Promise<RabbitQueue> {
  const connection = await connect({ hostname: "127.0.0.1", port, heartbeat: HEARTBEAT_S });
  connection.on("error", () => {});
  const waiting = new Map<string, (answer: Answer) => void>();
  const sending = await connection.createConfirmChannel();
  const working = await connection.createChannel();
  for (const channel of [sending, working]) channel.on("error", () => {});
  await sending.assertQueue(name, {
    durable: true,
    arguments: { "x-queue-type": "quorum", "x-single-active-consumer": true },
  });
  const { queue: replies } = await working.assertQueue("", { exclusive: true });
  await working.consume(replies, (message) => message && hear(message.content), { noAck: true });
  // One after another.
  await working.prefetch(1);
  await working.consume(name, (message) => {
    if (!message) return;
    const attempt: QueuedAttempt = JSON.parse(message.content.toString());
    const { replyTo } = message.properties;
    decide(attempt)
      .then((answer) => tell(attempt, answer, String(replyTo)))
      .then(() => working.ack(message))
      // What is not acknowledged comes again, here or to the next consumer.
      .catch(() => leave(connection, working));
  });

  return {
    async put(attempt) {
      sending.sendToQueue(name, Buffer.from(JSON.stringify(attempt)), { persistent: true, replyTo: replies });
      await sending.waitForConfirms();
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
    async close() {
      await sending.deleteQueue(name).catch(() => {});
      await connection.close().catch(() => {});
    },
  };

  /** Whoever asked in this very process is told at once: after a long pause there may be no connection any more. */
  function tell(attempt: QueuedAttempt, answer: Answer, replyTo: string): void {
    const told = Buffer.from(JSON.stringify({ attempt: attempt.id, answer }));
    if (waiting.has(attempt.id)) hear(told);
    else working.sendToQueue(replyTo, told);
  }

  function hear(content: Buffer): void {
    const { attempt, answer }: { attempt: string; answer: Answer } = JSON.parse(content.toString());
    waiting.get(attempt)?.(answer);
    waiting.delete(attempt);
  }
}

function leave(connection: ChannelModel, channel: Channel): void {
  channel.close().catch(() => connection.close().catch(() => {}));
}
