/**
 * Nobody fights over the seat: every attempt is put into a Redis Stream, and one writer per seat takes them
 * out, one after another, and answers. The database sees a steady trickle instead of a burst.
 *
 * The queue gives an order, not the truth. The writer is whoever holds a lease, and a writer that was paused
 * and replaced wakes up as a second one; so the write still carries its condition. And a message may come
 * twice, if a writer died between commit and acknowledgement; so whoever has the seat is told so again.
 */
import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { openStream, type QueuedAttempt } from "./attempt-stream";
import { createLease } from "./lease";
import type { Answer, OpenableStrategy, RaceContext } from "./strategy";

const PAUSE_MS = 50;
/** Whoever queues expects to wait; the writer will come to everyone. */
const ANSWER_WITHIN_MS = 20_000;

export const queue: OpenableStrategy = {
  needs: "redis",

  async open(context) {
    const writer = `writer-${context.instance}`;
    const stream = await openStream(context, writer);
    const lease = createLease(context, writer);
    let closing = false;
    const writing = write();

    return {
      async book({ buyer, lane, lock, step }) {
        const attempt: QueuedAttempt = { id: randomUUID(), buyer, lane };
        const answer = stream.answerTo(attempt, Math.max(lock.waitMs, ANSWER_WITHIN_MS));
        await step("enqueue", () => stream.put(attempt));
        return step("answer", () => answer);
      },
      async close() {
        closing = true;
        await writing;
        await lease.release();
        stream.close();
      },
    };

    async function write(): Promise<void> {
      while (!closing) {
        try {
          if (await lease.take()) await writeWhileLeased();
          else await delay(PAUSE_MS);
        } catch {
          // Redis or Postgres did not answer. The stream keeps what is in it until it is acknowledged.
          await delay(PAUSE_MS);
        }
      }
    }

    async function writeWhileLeased(): Promise<void> {
      // First what the writer before us had taken out and never acknowledged.
      let entries = await stream.unacknowledged();
      while (!closing) {
        for (const entry of entries) {
          const answer = await decide(context, entry.attempt);
          await stream.answer(entry, answer);
          if (!(await lease.renew())) return;
        }
        entries = await stream.next();
        if (!(await lease.renew())) return;
      }
    }
  },
};

async function decide(context: RaceContext, attempt: QueuedAttempt): Promise<Answer> {
  const { db, raceId, seat } = context;
  const { buyer, lane } = attempt;
  const { step, think, recordSale } = context.onBehalfOf(buyer, lane);

  const owner = await step("check", async () => {
    const { rows } = await db.query<{ booked_by: string | null }>(
      "SELECT booked_by FROM lab_seats WHERE race_id = $1 AND label = $2",
      [raceId, seat],
    );
    return rows[0]?.booked_by ?? "";
  });
  if (owner) return owner === buyer ? "sold" : "refused";

  await think();

  const sold = await step("write", async () => {
    const { rowCount } = await db.query(
      `UPDATE lab_seats SET is_booked = true, booked_by = $3
       WHERE race_id = $1 AND label = $2 AND NOT is_booked`,
      [raceId, seat, buyer],
    );
    if (rowCount === 1) await recordSale(db);
    return rowCount === 1;
  });
  // Another writer was here while we were not: look again at what it did.
  return sold ? "sold" : decide(context, attempt);
}
