/** A guard that Redis has lost, and buyers whom only Postgres could refuse. */
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { keyOf } from "#server/guard/guard-value";
import { openBoxOffice, type TestBoxOffice } from "#testing/box-office";
import { lockShow } from "#testing/seat-lock";
import { startServices, type TestServices } from "#testing/services";
import { until } from "#testing/until";
import type { BoxOffice } from "./box-office";

const showId = "demo";
const an = { buyer: "s-an" };
const binh = { buyer: "s-binh" };
const order = { showId, seats: ["A1"] };
let services: TestServices;
let here: TestBoxOffice;
let there: TestBoxOffice;

beforeAll(async () => {
  services = await startServices();
  here = await openBoxOffice(services.databaseUrl, services.redisUrl);
  there = await openBoxOffice(services.databaseUrl, services.redisUrl);
});
beforeEach(() => here.boxOffice.resetDemo(showId));
afterAll(async () => {
  await here.close();
  await there.close();
  await services.remove();
});

type Ask = (boxOffice: BoxOffice, who: { buyer: string }) => Promise<{ ok: boolean }>;
const hold: Ask = (boxOffice, who) => boxOffice.hold({ ...who, ...order });
const book: Ask = (boxOffice, who) => boxOffice.book({ ...who, ...order, idempotencyKey: "k" });

async function untilGuardedForAn(): Promise<void> {
  await until("A1 is guarded for its owner", async () =>
    / g s-an:/.test((await services.redisReader.get(keyOf(showId, 0))) ?? ""),
  );
}

it.each([
  ["a hold, where a seat is held", hold, hold],
  ["a hold, where a seat is booked", book, hold],
  ["a one-shot booking, where a seat is held", hold, book],
  ["a one-shot booking, where a seat is booked", book, book],
])("G8 is set again by %s", async (_, take, attempt) => {
  expect(await take(here.boxOffice, an)).toMatchObject({ ok: true });
  await untilGuardedForAn();
  await here.redis.del(keyOf(showId, 0));
  expect(await attempt(there.boxOffice, binh)).toMatchObject({ ok: false, code: "seat_taken" });
  await untilGuardedForAn();
});

it.each([
  ["hold", hold],
  ["one-shot booking", book],
])("G8 is set again by a %s that was under way when the owner's news came", async (_, attempt) => {
  const lock = await lockShow(services.sql, showId);
  const first = book(here.boxOffice, an);
  await lock.untilWaiting(1);
  await here.redis.del(keyOf(showId, 0));
  const second = attempt(there.boxOffice, binh);
  await lock.untilWaiting(2);
  await lock.release();
  expect(await first).toMatchObject({ ok: true });
  expect(await second).toMatchObject({ ok: false, code: "seat_taken" });
  await untilGuardedForAn();
});

it("S12 S20 does not make a repetition of a sale that is under way be refused by whoever has it now", async () => {
  const lock = await lockShow(services.sql, showId);
  const first = book(here.boxOffice, an);
  await lock.untilWaiting(1);
  await here.redis.del(keyOf(showId, 0));
  const rival = book(there.boxOffice, binh);
  await lock.untilWaiting(2);
  const again = book(there.boxOffice, an);
  await Promise.race([again, lock.untilWaiting(3)]);
  await lock.release();
  expect(await first).toMatchObject({ ok: true });
  expect(await again).toEqual(await first);
  expect(await rival).toMatchObject({ ok: false, code: "seat_taken" });
});
