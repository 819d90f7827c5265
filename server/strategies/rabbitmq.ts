/**
 * The attempts line up in RabbitMQ: a quorum queue, which is kept by a majority of its members, with a single active
 * consumer, so that one process after another works on it and never two. rabbit-queue.ts has the plumbing.
 *
 * Never two, as far as the broker knows. A consumer that is paused is given up and replaced, and wakes up with the
 * attempt still in its hands: the queue gives an order, not the truth, and the write keeps its condition. An attempt
 * may also come twice, so whoever has the seat is told so again.
 */
import { randomUUID } from "node:crypto";
import type { QueuedAttempt } from "./attempt-stream";
import { openRabbitQueue } from "./rabbit-queue";
import { seatOwner, sellIfFree } from "./seat-row";
import type { Answer, OpenableStrategy } from "./strategy";

/** Whoever queues expects to wait; the consumer will come to everyone. */
const ANSWER_WITHIN_MS = 20_000;

export const rabbitmq: OpenableStrategy = {
  needs: "rabbitmq",

  async open(context) {
    const [port = 0] = context.ensemblePorts;
    const queue = await openRabbitQueue(port, `lab:${context.raceId}:${context.seat}`, decide);

    return {
      async book({ buyer, lane, lock, step }) {
        const attempt: QueuedAttempt = { id: randomUUID(), buyer, lane };
        const answer = queue.answerTo(attempt, Math.max(lock.waitMs, ANSWER_WITHIN_MS));
        await step("enqueue", () => queue.put(attempt));
        return step("answer", () => answer);
      },
      close: queue.close,
    };

    async function decide({ buyer, lane }: QueuedAttempt): Promise<Answer> {
      const { step, think, recordSale } = context.onBehalfOf(buyer, lane);
      for (;;) {
        const owner = await step("check", () => seatOwner(context.db, context));
        if (owner) return owner === buyer ? "sold" : "refused";

        await think();

        const sold = await step("write", () => sellIfFree(context.db, { ...context, buyer, recordSale }));
        if (sold) return "sold";
        // Another consumer was here while we were not: look again at what it did.
      }
    }
  },
};
