/**
 * Statements that take long: they wait for the show's row, or are long on their way. What a hold's guard and its owner
 * are told then is held against the end that Postgres wrote down. All servers here have the machine's own clock.
 */
import { setTimeout as delay, setImmediate } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { keyOf } from "#server/guard/guard-value";
import { openBoxOffice, type TestBoxOffice } from "#testing/box-office";
import { type Delays, type Network, openNetwork } from "#testing/network";
import { lockShow } from "#testing/seat-lock";
import { startServices, type TestServices } from "#testing/services";
import { until } from "#testing/until";

const showId = "demo";
const an = { buyer: "s-an" };
const binh = { buyer: "s-binh" };
/** Long enough to be asked about in time on a busy machine, short enough to see its end. */
const HOLD_MS = 3_000;
const FAST = { requestsMs: 0, repliesMs: 0 };

let services: TestServices;
let network: Network;
let office: TestBoxOffice;
let elsewhere: TestBoxOffice;

beforeAll(async () => {
  services = await startServices();
  network = await openNetwork(services.databaseUrl);
  elsewhere = await openBoxOffice(services.databaseUrl, services.redisUrl);
});
beforeEach(async () => {
  // New for each test, so that its first statement is one from which it learns the time.
  office = await openBoxOffice(network.url, services.redisUrl, {
    limits: { holdTtlMs: HOLD_MS, holdMaxMs: 60_000 },
  });
  await elsewhere.boxOffice.resetDemo(showId);
});
afterEach(async () => {
  network.slowDown(FAST);
  await office.close();
});
afterAll(async () => {
  await elsewhere.close();
  await network.close();
  await services.remove();
});

const hold = (label = "A1") => office.boxOffice.hold({ ...an, showId, seats: [label] });

async function held(label = "A1") {
  const answer = await hold(label);
  if (!answer.ok) throw new Error(`${label} refused: ${answer.code}`);
  return answer.hold;
}

/** The end of A1's hold, as Postgres has it. */
async function endsAtMs(): Promise<number> {
  const { rows } = await services.sql.query<{ ends: number }>(
    `SELECT (extract(epoch FROM hold_until) * 1000)::float8 AS ends FROM seats
     WHERE show_id = $1 AND label = 'A1' AND status = 'held'`,
    [showId],
  );
  return rows[0]?.ends ?? Number.NaN;
}

async function guardEndsAtMs(): Promise<number> {
  return until("A1 is guarded by its hold", async () => {
    const key = keyOf(showId, 0);
    if (!/ g /.test((await services.redisReader.get(key)) ?? "")) return undefined;
    return Number(await services.redisReader.call("PEXPIRETIME", key));
  });
}

async function databaseNowMs(): Promise<number> {
  const { rows } = await services.sql.query<{ now: number }>(
    "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now",
  );
  return rows[0]?.now ?? Number.NaN;
}

/** Keeps the show from whoever asks for it, until the statement has waited so long. */
async function waitingForShow<T>(ask: () => Promise<T>, ms: number): Promise<T> {
  const lock = await lockShow(services.sql, showId);
  const answer = ask();
  await lock.untilWaiting(1);
  await delay(ms);
  await lock.release();
  return answer;
}

function overSlowNetwork<T>(ask: () => Promise<T>, delays: Delays): Promise<T> {
  network.slowDown(delays);
  return ask();
}

const slow: [how: string, slowly: <T>(ask: () => Promise<T>) => Promise<T>][] = [
  ["waited for its show", (ask) => waitingForShow(ask, 200)],
  ["was long on its way", (ask) => overSlowNetwork(ask, { requestsMs: 200, repliesMs: 0 })],
  ["was answered late", (ask) => overSlowNetwork(ask, { requestsMs: 0, repliesMs: 200 })],
];

describe.each(slow)("a statement that %s", (_, slowly) => {
  it("G3 gives an extended hold a guard that ends no later than the hold", async () => {
    const { id: holdId, expiresAt } = await held();
    const answer = await slowly(() => office.boxOffice.extend({ ...an, holdId }));
    expect(answer).toMatchObject({ ok: true });
    const ends = await endsAtMs();
    expect(ends).toBeGreaterThan(expiresAt);
    await until("the guard is extended", async () => (await guardEndsAtMs()) > expiresAt);
    expect(await guardEndsAtMs()).toBeLessThanOrEqual(ends);
  });

  it("G3 S10 gives a hold time that is left and a guard that ends no later, and keeps nobody from it then", async () => {
    const answer = await slowly(() => hold());
    if (!answer.ok) throw new Error(answer.code);
    expect(answer.hold.expiresAt).toBeGreaterThan(await databaseNowMs());
    expect(answer.hold.expiresAt).toBeGreaterThan(answer.serverNow);
    const ends = await endsAtMs();
    expect(await guardEndsAtMs()).toBeLessThanOrEqual(ends);
    await expectNobodyKeptOut(elsewhere, ends);
  });
});

it("S10 a refusal that Redis answered late keeps nobody from a seat whose hold has ended", async () => {
  const redisNetwork = await openNetwork(services.redisUrl);
  const far = await openBoxOffice(services.databaseUrl, redisNetwork.url);
  await held();
  // Asked without pause: the last refusal is on its way while the hold ends.
  redisNetwork.slowDown({ requestsMs: 0, repliesMs: 200 });
  await expectNobodyKeptOut(far, await endsAtMs());
  await far.close();
  await redisNetwork.close();
});

/** Asks for A1 without pause until it is had: it is refused at first, and never after the end of its hold. */
async function expectNobodyKeptOut({ boxOffice }: TestBoxOffice, ends: number): Promise<void> {
  const refusedAt: number[] = [];
  for (;;) {
    const askedAt = Date.now();
    const { ok } = await boxOffice.hold({ ...binh, showId, seats: ["A1"] });
    if (ok) break;
    refusedAt.push(askedAt);
    await setImmediate();
  }
  expect(refusedAt.length).toBeGreaterThan(0);
  expect(refusedAt.filter((askedAt) => askedAt >= ends)).toEqual([]);
}

describe("an answer that is later than the end of its hold", () => {
  it("S10 acknowledges no hold", async () => {
    await held("B1");
    network.slowDown({ requestsMs: 0, repliesMs: HOLD_MS + 300 });
    expect(await hold()).toMatchObject({ ok: false, code: "hold_expired" });
    expect(await elsewhere.boxOffice.hold({ ...binh, showId, seats: ["A1"] })).toMatchObject({ ok: true });
  });

  it("S10 acknowledges no extension", async () => {
    const { id: holdId } = await held();
    const lock = await lockShow(services.sql, showId);
    const answer = office.boxOffice.extend({ ...an, holdId });
    await lock.untilWaiting(1);
    network.slowDown({ requestsMs: 0, repliesMs: HOLD_MS + 300 });
    await lock.release();
    expect(await answer).toMatchObject({ ok: false, code: "hold_expired" });
    expect(await elsewhere.boxOffice.hold({ ...binh, showId, seats: ["A1"] })).toMatchObject({ ok: true });
  });

  it("S10 does not speak of what was not released as still held", async () => {
    const { id: holdId } = await held();
    const more = await office.boxOffice.hold({ ...an, showId, seats: ["A2"], holdId });
    expect(more).toMatchObject({ ok: true });
    const lock = await lockShow(services.sql, showId);
    const answer = office.boxOffice.release({ ...an, holdId, seats: ["A1"] });
    await lock.untilWaiting(1);
    network.slowDown({ requestsMs: 0, repliesMs: HOLD_MS + 300 });
    await lock.release();
    expect(await answer).toMatchObject({ ok: true, hold: null });
  });

  it("S10 shows no hold to whoever looks", async () => {
    await held();
    network.slowDown({ requestsMs: 0, repliesMs: HOLD_MS + 300 });
    expect(await office.boxOffice.holdsOf(an.buyer, showId)).toEqual([]);
  });
});

it("S21 the time that clients are told never goes back and is the database's, also right after a stall of 3 s", async () => {
  const patient = await openBoxOffice(network.url, services.redisUrl);
  const held = await patient.boxOffice.hold({ ...an, showId, seats: ["A1"] });
  const holdId = held.ok ? held.hold.id : "";
  const told: number[] = [];
  for (const [requestsMs, repliesMs] of [
    [0, 0],
    [0, 200],
    [200, 0],
    [0, 1_500],
    [0, 0],
  ] as const) {
    network.slowDown({ requestsMs, repliesMs });
    const askedAt = await databaseNowMs();
    // Two statements, one after the other: it takes twice the delay or longer.
    const answer = await patient.boxOffice.extend({ ...an, holdId });
    const answeredAt = await databaseNowMs();
    if (!answer.ok) throw new Error(answer.code);
    told.push(answer.serverNow);
    expect(answer.serverNow).toBeLessThanOrEqual(answeredAt);
    expect(answer.serverNow).toBeGreaterThan(askedAt + 2 * (requestsMs + repliesMs) - 1_000);
  }
  expect(told).toEqual(told.toSorted((a, b) => a - b));
  await patient.close();
});

it("C7 nobody waits longer than five seconds, however many statements the answer takes", async () => {
  const patient = await openBoxOffice(network.url, services.redisUrl);
  const { boxOffice } = patient;
  const holdIds = await Promise.all(
    [1, 2, 3].map(async (at) => {
      const held = await boxOffice.hold({ buyer: `s-${at}`, showId, seats: [`A${at}`] });
      return held.ok ? held.hold.id : "";
    }),
  );
  const sold = await boxOffice.book({ ...an, showId, seats: ["B1"], idempotencyKey: "k" });
  const reference = sold.ok ? sold.booking.reference : "";
  // Each statement is answered in time, two of them together are not.
  network.slowDown({ requestsMs: 0, repliesMs: 3_600 });
  // Whoever waited for both would hear what was decided.
  const answers = await Promise.all([
    boxOffice.confirm({ buyer: "s-1", holdId: holdIds[0] ?? "", idempotencyKey: "k" }),
    boxOffice.extend({ buyer: "s-2", holdId: holdIds[1] ?? "" }),
    boxOffice.release({ buyer: "s-3", holdId: holdIds[2] ?? "" }),
    boxOffice.cancel({ ...an, reference }),
  ]);
  const codes = answers.map((answer) => (answer.ok ? "ok" : answer.code));
  expect(codes).toEqual(["pending", "unavailable", "unavailable", "unavailable"]);
  network.slowDown(FAST);
  const again = { buyer: "s-1", holdId: holdIds[0] ?? "", idempotencyKey: "k" };
  expect(await boxOffice.confirm(again)).toMatchObject({ ok: true });
  await patient.close();
});
