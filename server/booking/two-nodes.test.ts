/**
 * The same buyer asks the same thing of two nodes at once (a second tab, a proxy that repeats). The seat's row
 * is locked from outside, so both statements have begun, each blind to the other, before either can decide.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openBoxOffice, type TestBoxOffice } from "#testing/box-office";
import { lockSeats } from "#testing/seat-lock";
import { startServices, type TestServices } from "#testing/services";
import type { BoxOffice } from "./box-office";

const showId = "demo";
const an = { buyer: "s-an" };
let services: TestServices;
let offices: TestBoxOffice[];

beforeAll(async () => {
  services = await startServices();
  offices = [
    await openBoxOffice(services.databaseUrl, services.redisUrl),
    await openBoxOffice(services.databaseUrl, services.redisUrl),
  ];
});
beforeEach(() => offices[0]?.boxOffice.resetDemo(showId));
afterAll(async () => {
  for (const office of offices) await office.close();
  await services.remove();
});

/** Asks every node; all their statements are under way before one of them goes on. */
async function askedAtOnce<T>(labels: string[], ask: (boxOffice: BoxOffice) => Promise<T>): Promise<T[]> {
  const lock = await lockSeats(services.sql, showId, labels);
  const answers = Promise.all(offices.map(({ boxOffice }) => ask(boxOffice)));
  await lock.untilWaiting(offices.length);
  await lock.release();
  return answers;
}

async function bookings(): Promise<string[]> {
  const { rows } = await services.sql.query<{ reference: string }>(
    "SELECT reference FROM bookings WHERE show_id = $1",
    [showId],
  );
  return rows.map(({ reference }) => reference);
}

describe("asked of two nodes at once", () => {
  it("S6 a hold is one hold, the same from both", async () => {
    const answers = await askedAtOnce(["A1", "A2"], (boxOffice) =>
      boxOffice.hold({ ...an, showId, seats: ["A1", "A2"] }),
    );
    const { rows } = await services.sql.query<{ hold_id: string }>(
      "SELECT DISTINCT hold_id FROM seats WHERE show_id = $1 AND status = 'held'",
      [showId],
    );
    expect(rows).toHaveLength(1);
    for (const answer of answers) {
      expect(answer).toMatchObject({ ok: true, hold: { id: rows[0]?.hold_id, seats: ["A1", "A2"] } });
    }
  });

  it("S5 no more than eight seats are the buyer's", async () => {
    const rows = ["A", "B"];
    const wishes = rows.map((row) => [1, 2, 3, 4, 5].map((seat) => `${row}${seat}`));
    const answers = await askedAtOnce(["A1", "B1"], (boxOffice) =>
      boxOffice.hold({ ...an, showId, seats: wishes.shift() ?? [] }),
    );
    expect(answers.map((answer) => (answer.ok ? "ok" : answer.code)).sort()).toEqual([
      "ok",
      "too_many_seats",
    ]);
  });

  it("S12 a confirmation is one booking, the same from both", async () => {
    const held = await offices[0]?.boxOffice.hold({ ...an, showId, seats: ["A1", "A2"] });
    const holdId = held?.ok ? held.hold.id : "";
    const answers = await askedAtOnce(["A1"], (boxOffice) =>
      boxOffice.confirm({ ...an, holdId, idempotencyKey: "k" }),
    );
    const [reference] = await bookings();
    expect(await bookings()).toHaveLength(1);
    for (const answer of answers) expect(answer).toMatchObject({ ok: true, booking: { reference } });
  });

  it("S12 a one-shot booking is one booking, the same from both", async () => {
    const answers = await askedAtOnce(["A1", "A2"], (boxOffice) =>
      boxOffice.book({ ...an, showId, seats: ["A1", "A2"], idempotencyKey: "k" }),
    );
    const [reference] = await bookings();
    expect(await bookings()).toHaveLength(1);
    for (const answer of answers) expect(answer).toMatchObject({ ok: true, booking: { reference } });
  });

  it("S12 one key for two different requests is one booking and one mismatch", async () => {
    let asked = 0;
    const answers = await askedAtOnce(["A1", "B1"], (boxOffice) => {
      asked += 1;
      return boxOffice.book({ ...an, showId, seats: [asked === 1 ? "A1" : "B1"], idempotencyKey: "k" });
    });
    expect(await bookings()).toHaveLength(1);
    expect(answers.map((answer) => (answer.ok ? "ok" : answer.code)).sort()).toEqual([
      "idempotency_mismatch",
      "ok",
    ]);
  });

  it("S12 the buyer's own seat is still refused under another key", async () => {
    let asked = 0;
    const answers = await askedAtOnce(["A1"], (boxOffice) => {
      asked += 1;
      return boxOffice.book({ ...an, showId, seats: ["A1"], idempotencyKey: `wish ${asked}` });
    });
    expect(await bookings()).toHaveLength(1);
    expect(answers.map((answer) => (answer.ok ? "ok" : answer.code)).sort()).toEqual(["ok", "seat_taken"]);
  });

  it("S13 a cancellation gives the seats back once", async () => {
    const sold = await offices[0]?.boxOffice.book({ ...an, showId, seats: ["A1"], idempotencyKey: "k" });
    const reference = sold?.ok ? sold.booking.reference : "";
    const answers = await askedAtOnce(["A1"], (boxOffice) => boxOffice.cancel({ ...an, reference }));
    for (const answer of answers) {
      expect(answer).toMatchObject({ ok: true, booking: { cancelledAt: expect.any(Number) } });
    }
  });
});
