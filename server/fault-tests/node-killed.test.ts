/**
 * A node killed (SIGKILL) at each step of a hold and of a confirmation. Where it stands is shown from outside:
 * a locked row keeps it in its statement, a network that holds back replies between a step and the next.
 */
import { Redis } from "ioredis";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { keyOf } from "#server/guard/guard-value";
import { type Buyer, openBuyer, request } from "#testing/buyer";
import { askAgain, brokenPromises, sendCrowd } from "#testing/crowd";
import { type Network, openNetwork } from "#testing/network";
import { startTestNode, type TestNode } from "#testing/node";
import { type NodeProcess, startNodeProcess } from "#testing/node-process";
import { withSeed } from "#testing/random";
import { lockSeats, type RowLock } from "#testing/seat-lock";
import { startServices, type TestServices } from "#testing/services";
import { until } from "#testing/until";

const showId = "demo";
const SHORT = { HOLD_TTL_MS: "2500", GUARD_TTL_MS: "1000", SWEEP_MS: "100" };

let services: TestServices;
let network: Network;
let redisNetwork: Network;
let survivor: TestNode;
let victim: NodeProcess | undefined;
let buyer: Buyer;
let other: Buyer;

beforeAll(async () => {
  services = await startServices();
  network = await openNetwork(services.databaseUrl);
  redisNetwork = await openNetwork(services.redisUrl);
  survivor = await startTestNode(services, SHORT);
  other = await openBuyer(survivor.url);
});
beforeEach(async () => {
  await request(survivor.url, "POST", "/api/demo/reset");
  victim = await startNodeProcess({ databaseUrl: network.url, redisUrl: redisNetwork.url }, SHORT);
  buyer = await openBuyer(victim.url);
});
afterEach(async () => {
  buyer.close();
  await victim?.kill();
  network.cut();
  redisNetwork.cut();
});
afterAll(async () => {
  other.close();
  await survivor.stop();
  await network.close();
  await redisNetwork.close();
  await services.remove();
});

async function statusOf(label: string): Promise<string | undefined> {
  const { rows } = await services.sql.query<{ status: string }>(
    "SELECT status FROM seats WHERE show_id = $1 AND label = $2",
    [showId, label],
  );
  return rows[0]?.status;
}

async function references(): Promise<string[]> {
  const { rows } = await services.sql.query<{ reference: string }>(
    "SELECT reference FROM bookings WHERE show_id = $1",
    [showId],
  );
  return rows.map(({ reference }) => reference);
}

async function held(seats: string[]) {
  const answer = await buyer.ask("seat:hold", { showId, seats });
  if (!answer.ok) throw new Error(`${seats} refused: ${answer.code}`);
  return answer.hold;
}

/** Asks, and does not expect an answer. */
function askInVain(ask: Promise<unknown>): Promise<string> {
  return ask.then(
    () => "answered",
    () => "lost",
  );
}

/** Brings the node to the step, kills it there, and lets everything else go on. */
const steps: [step: string, killAt: (ask: () => Promise<unknown>, committed: string) => Promise<string>][] = [
  [
    "while its statement runs",
    async (ask) => {
      const lock = await lockSeats(services.sql, showId, ["A1"]);
      const outcome = askInVain(ask());
      await lock.untilWaiting(1);
      await victim?.kill();
      await lock.release();
      return outcome;
    },
  ],
  [
    "after the commit, before the reply reached it",
    async (ask, committed) => {
      const lock: RowLock = await lockSeats(services.sql, showId, ["A1"]);
      const outcome = askInVain(ask());
      await lock.untilWaiting(1);
      network.holdReplies();
      await lock.release();
      await until(`A1 is ${committed}`, async () => (await statusOf("A1")) === committed);
      await victim?.kill();
      return outcome;
    },
  ],
];

async function untilHadByAnother(): Promise<void> {
  await until("another buyer gets A1", async () => {
    return (await other.ask("seat:hold", { showId, seats: ["A1"] })).ok;
  });
}

describe("killed in a hold", () => {
  it("X3 G3 with its guard set and nothing else: the seat is free again after the guard's time", async () => {
    const redis = new Redis(services.redisUrl);
    await buyer.ask("show:join", { showId });
    // Postgres is out of its reach, so the guard's step is the last it can have taken.
    network.sever();
    redisNetwork.holdReplies();
    const outcome = askInVain(buyer.ask("seat:hold", { showId, seats: ["A1"] }));
    await until("the guard is set", () => redis.get(keyOf(showId, 0)));
    await victim?.kill();
    network.restore();
    expect(await outcome).toBe("lost");
    expect(await statusOf("A1")).toBe("available");
    await untilHadByAnother();
    redis.disconnect();
  });

  it.each(steps)("X3 %s: the seat is free again after the hold's time at the latest", async (_, killAt) => {
    const hold = () => buyer.ask("seat:hold", { showId, seats: ["A1"] });
    expect(await killAt(hold, "held")).toBe("lost");
    await untilHadByAnother();
  });

  it("X3 S15 after the answer: the hold stands on another node and can be bought there", async () => {
    const hold = await held(["A1"]);
    await victim?.kill();
    const returned = await openBuyer(survivor.url, { cookie: buyer.cookie });
    expect(await returned.ask("show:join", { showId })).toMatchObject({ holds: [{ id: hold.id }] });
    const sold = await returned.ask("booking:confirm", { holdId: hold.id, idempotencyKey: "k" });
    expect(sold).toMatchObject({ ok: true, booking: { seats: ["A1"] } });
    returned.close();
  });
});

describe("killed in a confirmation", () => {
  it.each(steps)("X3 X4 %s: the key answers the one booking on another node", async (_, killAt) => {
    const { id: holdId } = await held(["A1"]);
    const order = { holdId, idempotencyKey: "k" };
    expect(await killAt(() => buyer.ask("booking:confirm", order), "booked")).toBe("lost");
    await until("Postgres has carried it out", async () => (await references()).length === 1);
    const returned = await openBuyer(survivor.url, { cookie: buyer.cookie });
    const [reference] = await references();
    expect(await returned.ask("booking:confirm", order)).toMatchObject({ ok: true, booking: { reference } });
    expect(await references()).toEqual([reference]);
    returned.close();
  });

  it("X3 after the answer: the booking is there", async () => {
    const { id: holdId } = await held(["A1"]);
    const sold = await buyer.ask("booking:confirm", { holdId, idempotencyKey: "k" });
    await victim?.kill();
    expect(await references()).toEqual([sold.ok && sold.booking.reference]);
    expect(await statusOf("A1")).toBe("booked");
  });
});

describe("killed in a cancellation", () => {
  it("X3 G11 after the commit: the guard of the seat, which it could not remove, is found out and removed", async () => {
    const redis = new Redis(services.redisUrl);
    const key = keyOf(showId, 0);
    await other.ask("show:join", { showId });
    const sold = await buyer.ask("seat:book", { showId, seats: ["A1"], idempotencyKey: "k" });
    if (!sold.ok) throw new Error(`A1 refused: ${sold.code}`);
    await until("its guard is set", async () => / g /.test((await redis.get(key)) ?? ""));
    const { reference } = sold.booking;
    const [, killAfterCommit] = steps.at(-1) ?? [];
    const outcome = killAfterCommit?.(() => buyer.ask("booking:cancel", { reference }), "available");
    expect(await outcome).toBe("lost");
    // It does not end by itself: whoever gets the seat owes it to nobody's patience.
    expect(await redis.persist(key)).toBe(1);
    // A version that does not follow on tells the survivor at once that it has missed a change.
    await other.ask("seat:hold", { showId, seats: ["B1"] });
    await untilHadByAnother();
    redis.disconnect();
    await other.ask("show:leave", { showId });
  });
});

it("X3 killed in the middle of a crowd it keeps every promise, and no seat stays taken for nothing", async () => {
  await withSeed(async (random) => {
    const url = victim?.url ?? "";
    const crowd = await Promise.all(Array.from({ length: 16 }, () => openBuyer(url)));
    const shopping = sendCrowd(crowd, { showId, random, goesOn: () => true });
    await until("thirty are sold", () => shopping.sales() >= 30);
    await victim?.kill();
    await shopping.gone;
    expect(victim?.said()).toBe("");
    for (const [at, visit] of shopping.visits.entries()) {
      const returned = await openBuyer(survivor.url, { cookie: crowd[at]?.cookie ?? "" });
      await askAgain(returned, visit, showId);
      returned.close();
    }
    expect(await brokenPromises(shopping.visits, services.sql, showId)).toEqual([]);
    await until("no hold is left", async () => {
      const { rows } = await services.sql.query("SELECT FROM seats WHERE show_id = $1 AND status = 'held'", [
        showId,
      ]);
      return rows.length === 0;
    });
  });
});
