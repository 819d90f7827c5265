/** What is asked about the moment a show begins: before it, after it, and while waiting for the show's row. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Buyer, openBuyer } from "#testing/buyer";
import { startTestNode, type TestNode } from "#testing/node";
import { lockShow } from "#testing/seat-lock";
import { startServices, type TestServices } from "#testing/services";
import { until } from "#testing/until";

const SENTENCES = {
  en: "This show has begun. Its bookings can no longer be cancelled.",
  vi: "Suất chiếu đã bắt đầu, không thể huỷ vé nữa.",
};
type Language = keyof typeof SENTENCES;

let services: TestServices;
let node: TestNode;
let buyer: Buyer;
let showId: string;
let labels: string[];

beforeAll(async () => {
  services = await startServices();
  node = await startTestNode(services);
  buyer = await openBuyer(node.url);
});
beforeEach(async () => {
  const { rows } = await services.sql.query<{ id: string; labels: string[] }>(
    `UPDATE shows s SET starts_at = now() + interval '1 day'
     FROM (SELECT show_id, array_agg(label ORDER BY seat) AS labels FROM seats
           WHERE status = 'available' AND show_id <> 'demo' GROUP BY show_id ORDER BY count(*) DESC LIMIT 1) a
     WHERE s.show_id = a.show_id RETURNING s.show_id AS id, a.labels`,
  );
  showId = rows[0]?.id ?? "";
  labels = rows[0]?.labels ?? [];
});
afterAll(async () => {
  buyer.close();
  await node.stop();
  await services.remove();
});

async function book(): Promise<string> {
  const order = { showId, seats: labels.slice(0, 1), idempotencyKey: randomUUID() };
  const sold = await buyer.ask("seat:book", order);
  if (!sold.ok) throw new Error(`the seat was not sold: ${sold.code}`);
  return sold.booking.reference;
}

async function begin(inSeconds = 0): Promise<void> {
  await services.sql.query(
    "UPDATE shows SET starts_at = now() + make_interval(secs => $2) WHERE show_id = $1",
    [showId, inSeconds],
  );
}

async function isCancelled(reference: string): Promise<boolean | undefined> {
  const { rows } = await services.sql.query<{ cancelled: boolean }>(
    "SELECT cancelled_at IS NOT NULL AS cancelled FROM bookings WHERE show_id = $1 AND reference = $2",
    [showId, reference],
  );
  return rows[0]?.cancelled;
}

type Cancel = (reference: string, language: Language) => Promise<unknown>;
const doors: [door: string, cancel: Cancel][] = [
  [
    "the socket",
    async (reference, language) => {
      const page = await openBuyer(node.url, {
        cookie: buyer.cookie,
        headers: { "accept-language": language },
      });
      const answer = await page.ask("booking:cancel", { reference });
      page.close();
      return answer;
    },
  ],
  [
    "HTTP",
    async (reference, language) => {
      const path = `/api/bookings/${reference}/cancel`;
      const { status, body } = await buyer.http("POST", path, {}, { "accept-language": language });
      const isOk = typeof body === "object" && body !== null && "ok" in body && body.ok;
      expect(status).toBe(isOk ? 200 : 400);
      return body;
    },
  ],
];

describe.each(doors)("through %s", (_, cancel) => {
  it("S19 a booking can be cancelled until its show begins, and that can be repeated afterwards", async () => {
    const reference = await book();
    const cancelled = { ok: true, booking: { reference, cancelledAt: expect.any(Number) } };
    expect(await cancel(reference, "en")).toMatchObject(cancelled);
    await begin();
    expect(await cancel(reference, "en")).toMatchObject(cancelled);
  });

  it("S19 a booking cannot be cancelled once its show has begun, and a sentence says so", async () => {
    const reference = await book();
    await begin();
    for (const language of ["en", "vi"] as const) {
      expect(await cancel(reference, language)).toEqual({
        ok: false,
        code: "invalid",
        message: SENTENCES[language],
      });
    }
    expect(await isCancelled(reference)).toBe(false);
  });
});

describe("while its statement waits for the show, the show begins", () => {
  /** Asks just before the show begins, and lets nothing through until it has. */
  async function overTheStart<T>(ask: () => Promise<T>): Promise<T> {
    await begin(0.5);
    const lock = await lockShow(services.sql, showId);
    const answer = ask();
    await lock.untilWaiting(1);
    await until("the show has begun", async () => {
      const { rows } = await services.sql.query(
        "SELECT FROM shows WHERE show_id = $1 AND starts_at < clock_timestamp()",
        [showId],
      );
      return rows.length > 0;
    });
    await lock.release();
    return answer;
  }

  it("S19 then nothing is cancelled", async () => {
    const reference = await book();
    const cancel = () => buyer.ask("booking:cancel", { reference });
    expect(await overTheStart(cancel)).toMatchObject({ ok: false, message: SENTENCES.en });
    expect(await isCancelled(reference)).toBe(false);
  });

  it("S17 then no free seat is sold or held", async () => {
    const seats = labels.slice(0, 1);
    const refused = { ok: false, code: "invalid" };
    const book = () => buyer.ask("seat:book", { showId, seats, idempotencyKey: randomUUID() });
    expect(await overTheStart(book)).toMatchObject(refused);
    expect(await overTheStart(() => buyer.ask("seat:hold", { showId, seats }))).toMatchObject(refused);
  });
});
