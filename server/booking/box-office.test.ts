import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createDatabaseClock } from "#db/database-clock";
import { keyOf } from "#server/guard/guard-value";
import { openBoxOffice, type TestBoxOffice } from "#testing/box-office";
import { createTestDatabase, type TestDatabase } from "#testing/database";
import { brokenRules } from "#testing/invariants";
import { startRedis, type TestRedis } from "#testing/redis";
import { lockSeats } from "#testing/seat-lock";
import { tokenOfHold } from "./ids";

let database: TestDatabase;
let redis: TestRedis;
let office: TestBoxOffice;
const an = { buyer: "s-an" };
const binh = { buyer: "s-binh" };
const showId = "demo";

beforeAll(async () => {
  [database, redis] = await Promise.all([createTestDatabase(), startRedis()]);
  office = await openBoxOffice(database.url, redis.url, { limits: { holdMaxMs: 180_000 } });
});
beforeEach(async () => {
  await office.boxOffice.resetDemo(showId);
});
afterAll(async () => {
  const broken = await brokenRules(office.pool);
  await office.close();
  await redis.stop();
  await database.drop();
  expect(broken).toEqual([]);
});

async function held(who: { buyer: string }, seats: string[], holdId?: string) {
  const decision = await office.boxOffice.hold({ ...who, showId, seats, holdId });
  if (!decision.ok) throw new Error(`${seats} refused: ${decision.code}`);
  return decision.hold;
}

/** The seat's row as Postgres has it. */
async function seat(label: string) {
  const { rows } = await office.pool.query(
    "SELECT status, fence, hold_id, held_by, booking_reference FROM seats WHERE show_id = $1 AND label = $2",
    [showId, label],
  );
  return rows[0];
}

/** Redis loses all it has, once it has heard of this seat: news is told after the answer. */
async function forgetGuards(label: string) {
  const { rows } = await office.pool.query("SELECT seat FROM seats WHERE show_id = $1 AND label = $2", [
    showId,
    label,
  ]);
  await expect.poll(() => office.redis.get(keyOf(showId, rows[0].seat))).toContain(" g ");
  await office.redis.flushall();
}

/** Moves the hold's end into the past, as if its time had gone by. */
async function lapse(holdId: string) {
  await office.pool.query("UPDATE seats SET hold_until = now() - interval '1 ms' WHERE hold_id = $1", [
    holdId,
  ]);
  await office.redis.flushall();
}

describe("holding", () => {
  it("S2 takes all of the seats or none of them", async () => {
    await held(an, ["A2"]);
    const refused = await office.boxOffice.hold({ ...binh, showId, seats: ["A1", "A2", "A3"] });
    expect(refused).toMatchObject({ ok: false, code: "seat_taken", seats: ["A2"] });
    expect((await seat("A1")).status).toBe("available");
    expect((await seat("A3")).status).toBe("available");
  });

  it("S2 takes all or none also when only Postgres decides", async () => {
    await held(an, ["A2"]);
    await forgetGuards("A2");
    const refused = await office.boxOffice.hold({ ...binh, showId, seats: ["A1", "A2", "A3"] });
    expect(refused).toMatchObject({ ok: false, code: "seat_taken", seats: ["A2"] });
    expect((await seat("A1")).status).toBe("available");
  });

  it("S3 S10 takes a seat whose hold has lapsed, before any sweep", async () => {
    const first = await held(an, ["A1"]);
    await lapse(first.id);
    const second = await held(binh, ["A1"]);
    expect(await seat("A1")).toMatchObject({ status: "held", held_by: "s-binh", hold_id: second.id });
  });

  it("S4 raises the fence with every grant, and a stale hold writes nothing", async () => {
    const first = await held(an, ["A1"]);
    const before = (await seat("A1")).fence;
    await lapse(first.id);
    await held(binh, ["A1"]);
    expect((await seat("A1")).fence).toBe(before + 1);
    expect(await office.boxOffice.confirm({ ...an, holdId: first.id, idempotencyKey: "late" })).toMatchObject(
      {
        code: "hold_expired",
      },
    );
    expect(await office.boxOffice.release({ ...an, holdId: first.id })).toMatchObject({
      code: "hold_expired",
    });
    expect(await office.boxOffice.extend({ ...an, holdId: first.id })).toMatchObject({
      code: "hold_expired",
    });
    expect(await seat("A1")).toMatchObject({ status: "held", held_by: "s-binh" });
  });

  it("S5 refuses a ninth seat, in one hold or in two", async () => {
    const nine = ["A1", "A2", "A3", "A4", "A5", "A6", "A7", "A8", "A9"];
    expect(await office.boxOffice.hold({ ...an, showId, seats: nine })).toMatchObject({
      code: "too_many_seats",
    });
    await held(an, nine.slice(0, 6));
    expect(await office.boxOffice.hold({ ...an, showId, seats: ["B1", "B2", "B3"] })).toMatchObject({
      code: "too_many_seats",
      limit: 8,
    });
    await held(an, ["B1", "B2"]);
    expect((await seat("B3")).status).toBe("available");
  });

  it("S5 counts no more than eight when a buyer asks for many at once", async () => {
    const asked = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        office.boxOffice.hold({ ...an, showId, seats: [`${"CDEFG"[at % 5]}${at + 1}`] }),
      ),
    );
    expect(asked.filter(({ ok }) => ok)).toHaveLength(8);
  });

  it("S6 answers the hold that stands when its seats are asked for again", async () => {
    const first = await held(an, ["A1", "A2"]);
    expect(await held(an, ["A1"])).toEqual(first);
    expect(await held(an, ["A2", "A1"])).toEqual(first);
  });

  it("S6 gives a spam-clicker one hold", async () => {
    const clicks = await Promise.all(Array.from({ length: 30 }, () => held(an, ["A1"])));
    expect(new Set(clicks.map(({ id }) => id)).size).toBe(1);
    expect((await seat("A1")).hold_id).toBe(clicks[0]?.id);
  });

  it("S6 lets further seats join a hold and end with it", async () => {
    const first = await held(an, ["A1"]);
    const joined = await held(an, ["B5"], first.id);
    expect(joined).toEqual({ ...first, seats: ["A1", "B5"] });
    const overlapping = await held(an, ["B5", "B6"]);
    expect(overlapping).toEqual({ ...first, seats: ["A1", "B5", "B6"] });
    const booked = await office.boxOffice.confirm({ ...an, holdId: first.id, idempotencyKey: "all" });
    expect(booked).toMatchObject({ ok: true, booking: { seats: ["A1", "B5", "B6"] } });
  });

  it("S6 S14 does not let seats join a lapsed hold, nor someone else's", async () => {
    const first = await held(an, ["A1"]);
    expect(await office.boxOffice.hold({ ...binh, showId, seats: ["B1"], holdId: first.id })).toMatchObject({
      code: "hold_expired",
    });
    await lapse(first.id);
    expect(await office.boxOffice.hold({ ...an, showId, seats: ["B1"], holdId: first.id })).toMatchObject({
      code: "hold_expired",
    });
    expect((await seat("B1")).status).toBe("available");
  });

  it("S15 finds a hold again by its buyer", async () => {
    const hold = await held(an, ["A1", "A2"]);
    expect(await office.boxOffice.holdsOf("s-an", showId)).toEqual([hold]);
    expect(await office.boxOffice.holdsOf("s-binh", showId)).toEqual([]);
  });

  it("G5 G8 leaves no guard of its own where Postgres refused, and tells Redis what Postgres said", async () => {
    const hold = await held(an, ["A2"]);
    await forgetGuards("A2");
    await office.boxOffice.hold({ ...binh, showId, seats: ["A1", "A2"] });
    await expect.poll(() => office.redis.get(keyOf(showId, 1))).toContain(` g s-an:${tokenOfHold(hold.id)}`);
    expect(await office.redis.get(keyOf(showId, 0))).toBeNull();
    expect(await office.redis.pttl(keyOf(showId, 1))).toBeGreaterThan(0);
  });

  it("G5 leaves no guard behind when Postgres fails in the middle", async () => {
    await office.pool.query("ALTER TABLE seats RENAME TO seats_away");
    try {
      await expect(office.boxOffice.hold({ ...an, showId, seats: ["A1"] })).rejects.toThrow(/seats/);
    } finally {
      await office.pool.query("ALTER TABLE seats_away RENAME TO seats");
    }
    // At most a tombstone, which stands in nobody's way.
    await expect.poll(() => office.redis.get(keyOf(showId, 0))).not.toContain("s-an");
    await held(binh, ["A1"]);
  });

  it("D2 refuses shows and seats that do not exist", async () => {
    expect(await office.boxOffice.hold({ ...an, showId: "nowhere", seats: ["A1"] })).toMatchObject({
      code: "not_found",
    });
    expect(await office.boxOffice.hold({ ...an, showId, seats: ["A1", "Z99"] })).toMatchObject({
      code: "invalid",
    });
    expect((await seat("A1")).status).toBe("available");
  });
});

describe("what is published", () => {
  it("F1 is what was committed, and not before it was", async () => {
    office.published.length = 0;
    const lock = await lockSeats(office.pool, showId, ["A1"]);
    const answer = office.boxOffice.hold({ ...an, showId, seats: ["A1"] });
    await lock.untilWaiting(1);
    const { rows } = await office.pool.query<{ version: number }>(
      "SELECT version FROM shows WHERE show_id = $1",
      [showId],
    );
    expect(office.published).toEqual([]);
    await lock.release();
    await answer;
    const committed = rows[0]?.version ?? 0;
    expect(office.published).toMatchObject([{ from: committed, to: committed + 1, changes: [[0, "held"]] }]);
  });
});

describe("whatever changes a seat", () => {
  it("F1 is published once, as it is in the log", async () => {
    const logged = async (after: number) => {
      const { rows } = await office.pool.query<{ version: number; seats: number[]; status: string }>(
        "SELECT version, seats, status FROM seat_changes WHERE show_id = $1 AND version > $2 ORDER BY version",
        [showId, after],
      );
      return rows.map(({ version, seats, status }) => ({
        from: version - seats.length,
        to: version,
        changes: seats.map((number) => [number, status]),
      }));
    };
    office.published.length = 0;
    const before = (await logged(0)).at(-1)?.to ?? 0;
    const one = await held(an, ["A1"]);
    const several = await held(binh, ["B1", "B2", "B3"]);
    await office.boxOffice.extend({ ...an, holdId: one.id });
    await office.boxOffice.release({ ...binh, holdId: several.id, seats: ["B3"] });
    const confirm = (who: { buyer: string }, holdId: string) =>
      office.boxOffice.confirm({ ...who, holdId, idempotencyKey: holdId });
    const bought = await confirm(an, one.id);
    await confirm(binh, several.id);
    for (const seats of [["C1"], ["D1", "D2"]]) {
      await office.boxOffice.book({ ...an, showId, seats, idempotencyKey: seats.join() });
    }
    await office.boxOffice.cancel({ ...an, reference: bought.ok ? bought.booking.reference : "" });
    await office.boxOffice.resetDemo(showId);
    const told = office.published.filter(({ changes }) => changes.length > 0);
    expect(told).toHaveLength(9);
    expect(told).toMatchObject(await logged(before));
  });
});

describe("keeping and letting go", () => {
  it("S7 extends by one hold time, up to the longest a hold may last", async () => {
    const hold = await held(an, ["A1"]);
    // A minute later.
    await office.pool.query("UPDATE seats SET held_since = $2, hold_until = $3 WHERE hold_id = $1", [
      hold.id,
      new Date(hold.expiresAt - 180_000),
      new Date(hold.expiresAt - 60_000),
    ]);
    const extended = await office.boxOffice.extend({ ...an, holdId: hold.id });
    if (!extended.ok) throw new Error(extended.code);
    expect(extended.hold.expiresAt - hold.expiresAt).toBeLessThanOrEqual(1_000);
    expect(extended.hold.extendable).toBe(false);
    const again = await office.boxOffice.extend({ ...an, holdId: hold.id });
    expect(again).toMatchObject({ ok: true, hold: { expiresAt: extended.hold.expiresAt } });
  });

  it("S8 releases the named seats and keeps the rest", async () => {
    const hold = await held(an, ["A1", "A2", "A3"]);
    const partly = await office.boxOffice.release({ ...an, holdId: hold.id, seats: ["A2"] });
    expect(partly).toMatchObject({ ok: true, hold: { id: hold.id, seats: ["A1", "A3"] } });
    await held(binh, ["A2"]);
    const rest = await office.boxOffice.release({ ...an, holdId: hold.id });
    expect(rest).toMatchObject({ ok: true, hold: null });
    await held(binh, ["A1", "A3"]);
  });

  it("S14 lets nobody but the owner extend, release or confirm", async () => {
    const hold = await held(an, ["A1"]);
    const theirs = { ...binh, holdId: hold.id };
    expect(await office.boxOffice.extend(theirs)).toMatchObject({ code: "not_yours" });
    expect(await office.boxOffice.release(theirs)).toMatchObject({ code: "not_yours" });
    expect(await office.boxOffice.confirm({ ...theirs, idempotencyKey: "x" })).toMatchObject({
      code: "not_yours",
    });
    expect(await seat("A1")).toMatchObject({ status: "held", held_by: "s-an" });
  });
});

it("X2 sends each statement with a deadline, after which Postgres does nothing", async () => {
  const clock = createDatabaseClock();
  const late = await openBoxOffice(database.url, redis.url, { clock });
  await late.shows.find(showId);
  // As if a minute went by between the question and Postgres.
  clock.heard(Date.now() - 60_000, performance.now());
  const order = { ...an, showId, seats: ["A1"], idempotencyKey: "k" };
  expect(await late.boxOffice.book(order)).toMatchObject({ code: "unavailable" });
  expect(await seat("A1")).toMatchObject({ status: "available" });
  await late.close();
});

describe("buying", () => {
  it("S9 books every seat of the hold under a reference nobody misreads", async () => {
    const hold = await held(an, ["A1", "E7"]);
    const bought = await office.boxOffice.confirm({ ...an, holdId: hold.id, idempotencyKey: "k" });
    if (!bought.ok) throw new Error(bought.code);
    expect(bought.booking).toMatchObject({ seats: ["A1", "E7"], total: 90_000 + 120_000 });
    expect(bought.booking.reference).toMatch(/^[34679ACDEFGHJKMNPQRTWXY]{8}$/);
    expect(await seat("E7")).toMatchObject({ status: "booked", booking_reference: bought.booking.reference });
    expect(await office.boxOffice.hold({ ...binh, showId, seats: ["E7"] })).toMatchObject({
      code: "seat_taken",
    });
  });

  it("S10 does not confirm, extend or release a lapsed hold, even while nobody else has taken its seats", async () => {
    const hold = await held(an, ["A1"]);
    await lapse(hold.id);
    expect(await office.boxOffice.holdsOf("s-an", showId)).toEqual([]);
    expect(await office.boxOffice.extend({ ...an, holdId: hold.id })).toMatchObject({ code: "hold_expired" });
    expect(await office.boxOffice.release({ ...an, holdId: hold.id })).toMatchObject({
      code: "hold_expired",
    });
    expect(await office.boxOffice.confirm({ ...an, holdId: hold.id, idempotencyKey: "k" })).toMatchObject({
      code: "hold_expired",
    });
  });

  it("S11 sells in one shot what is free or the buyer's own, and nothing else", async () => {
    await held(an, ["A1"]);
    const order = { ...binh, showId, seats: ["A1", "A2"], idempotencyKey: "b" };
    expect(await office.boxOffice.book(order)).toMatchObject({ code: "seat_taken", seats: ["A1"] });
    expect((await seat("A2")).status).toBe("available");
    const own = await office.boxOffice.book({ ...an, showId, seats: ["A1", "A2"], idempotencyKey: "a" });
    expect(own).toMatchObject({ ok: true, booking: { seats: ["A1", "A2"] } });
  });

  it("S12 answers the same booking for the same key, in sequence and all at once", async () => {
    const hold = await held(an, ["A1"]);
    const confirm = () => office.boxOffice.confirm({ ...an, holdId: hold.id, idempotencyKey: "same" });
    const answers = await Promise.all(Array.from({ length: 20 }, confirm));
    answers.push(await confirm());
    const references = answers.map((answer) => (answer.ok ? answer.booking.reference : answer.code));
    expect(new Set(references).size).toBe(1);

    const book = () => office.boxOffice.book({ ...an, showId, seats: ["C3"], idempotencyKey: "one-shot" });
    const shots = await Promise.all(Array.from({ length: 20 }, book));
    expect(new Set(shots.map((shot) => (shot.ok ? shot.booking.reference : shot.code))).size).toBe(1);
  });

  it("S12 refuses the same key for another request, and lets another buyer use it", async () => {
    await office.boxOffice.book({ ...an, showId, seats: ["A1"], idempotencyKey: "k" });
    expect(await office.boxOffice.book({ ...an, showId, seats: ["A2"], idempotencyKey: "k" })).toMatchObject({
      code: "idempotency_mismatch",
    });
    expect((await seat("A2")).status).toBe("available");
    expect(
      await office.boxOffice.book({ ...binh, showId, seats: ["A2"], idempotencyKey: "k" }),
    ).toMatchObject({
      ok: true,
    });
  });

  it("S13 gives cancelled seats back, once", async () => {
    const bought = await office.boxOffice.book({ ...an, showId, seats: ["A1", "A2"], idempotencyKey: "k" });
    if (!bought.ok) throw new Error(bought.code);
    const { reference } = bought.booking;
    expect(await office.boxOffice.cancel({ ...binh, reference })).toMatchObject({ code: "not_yours" });
    const cancelled = await office.boxOffice.cancel({ ...an, reference });
    expect(cancelled).toMatchObject({ ok: true, booking: { reference, seats: ["A1", "A2"] } });
    await held(binh, ["A1", "A2"]);
    expect(await office.boxOffice.cancel({ ...an, reference })).toEqual(cancelled);
    expect(await seat("A1")).toMatchObject({ status: "held", held_by: "s-binh" });
  });

  it("S12 G5 answers a repetition after its cancellation, and keeps nobody from the seat", async () => {
    const order = { ...an, showId, seats: ["A1"], idempotencyKey: "k" };
    const bought = await office.boxOffice.book(order);
    if (!bought.ok) throw new Error(bought.code);
    await office.boxOffice.cancel({ ...an, reference: bought.booking.reference });
    expect(await office.boxOffice.book(order)).toEqual(bought);
    await held(binh, ["A1"]);
  });

  it("S16 is refused by the database itself if everything else were wrong", async () => {
    await office.boxOffice.book({ ...an, showId, seats: ["A1"], idempotencyKey: "k" });
    const twice = office.pool.query(
      "INSERT INTO booking_seats (reference, show_id, seat, price) VALUES ('TWICE', $1, 0, 1)",
      [showId],
    );
    await expect(twice).rejects.toThrow(/booking_seats_sold_once/);
  });
});
