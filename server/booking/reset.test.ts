/**
 * The demo show is put back while somebody else's statement is under way on another node, in both orders: a lock on
 * the show's row holds both back, and Postgres then lets them through in the order they came.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openBoxOffice, type TestBoxOffice } from "#testing/box-office";
import { brokenRules } from "#testing/invariants";
import { lockShow } from "#testing/seat-lock";
import { startServices, type TestServices } from "#testing/services";

const showId = "demo";
const an = { buyer: "s-an" };
let services: TestServices;
let here: TestBoxOffice;
let there: TestBoxOffice;
let holdId: string;
let reference: string;

beforeAll(async () => {
  services = await startServices();
  here = await openBoxOffice(services.databaseUrl, services.redisUrl);
  there = await openBoxOffice(services.databaseUrl, services.redisUrl);
});
beforeEach(async () => {
  await there.boxOffice.resetDemo(showId);
  const held = await here.boxOffice.hold({ ...an, showId, seats: ["A1", "A2"] });
  const sold = await here.boxOffice.book({ ...an, showId, seats: ["B1"], idempotencyKey: "before" });
  holdId = held.ok ? held.hold.id : "";
  reference = sold.ok ? sold.booking.reference : "";
});
afterAll(async () => {
  await here.close();
  await there.close();
  await services.remove();
});

/** The first is in Postgres before the second asks, and neither goes on before both are there. */
async function inOrder<A, B>(first: () => Promise<A>, second: () => Promise<B>): Promise<[A, B]> {
  const lock = await lockShow(services.sql, showId);
  const one = first();
  await lock.untilWaiting(1);
  const other = second();
  await lock.untilWaiting(2);
  await lock.release();
  return Promise.all([one, other]);
}

const reset = () => there.boxOffice.resetDemo(showId);
const expired = { ok: false, code: "hold_expired" };
const asked: [what: string, ask: () => Promise<object>, before: object, after: object][] = [
  [
    "a confirmation",
    () => here.boxOffice.confirm({ ...an, holdId, idempotencyKey: "k" }),
    { ok: true },
    expired,
  ],
  [
    "a one-shot booking",
    () => here.boxOffice.book({ ...an, showId, seats: ["C1"], idempotencyKey: "k" }),
    { ok: true },
    { ok: true },
  ],
  // Its booking is read once more for the answer, and may be forgotten by then.
  ["a cancellation", () => here.boxOffice.cancel({ ...an, reference }), {}, { ok: false, code: "not_found" }],
  ["an extension", () => here.boxOffice.extend({ ...an, holdId }), { ok: true }, expired],
  ["a release", () => here.boxOffice.release({ ...an, holdId }), { ok: true }, { ok: true }],
  ["a hold", () => here.boxOffice.hold({ ...an, showId, seats: ["D1"] }), { ok: true }, { ok: true }],
];

async function soldSeats(): Promise<number> {
  const { rowCount } = await services.sql.query("SELECT FROM booking_seats WHERE show_id = $1", [showId]);
  return rowCount ?? 0;
}

describe.each(asked)("%s", (what, ask, before, after) => {
  it("S16 before the reset is forgotten with the rest", async () => {
    const [answer] = await inOrder(ask, reset);
    expect(answer).toMatchObject(before);
    expect(await brokenRules(services.sql)).toEqual([]);
    expect(await soldSeats()).toBe(0);
  });

  it("S16 after the reset finds nothing of what was before", async () => {
    const [, answer] = await inOrder(reset, ask);
    expect(answer).toMatchObject(after);
    expect(await brokenRules(services.sql)).toEqual([]);
    expect(await soldSeats()).toBe(what === "a one-shot booking" ? 1 : 0);
  });
});
