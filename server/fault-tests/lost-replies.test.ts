/**
 * The network between a node and Postgres breaks at the worst moment. A row lock taken from outside shows
 * that the statement has begun; replies are held back until Postgres has committed, and then they are lost.
 */
import { Redis } from "ioredis";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { activityView } from "#testing/activity";
import { type Buyer, openBuyer, request } from "#testing/buyer";
import { type Network, openNetwork } from "#testing/network";
import { startTestNode, type TestNode } from "#testing/node";
import { lockSeats } from "#testing/seat-lock";
import { startServices, type TestServices } from "#testing/services";
import { until } from "#testing/until";
import { openViewer, untilTrue } from "#testing/viewer";

const showId = "demo";
let services: TestServices;
let network: Network;
let node: TestNode;
let buyer: Buyer;

beforeAll(async () => {
  services = await startServices();
  network = await openNetwork(services.databaseUrl);
  node = await startTestNode({ ...services, databaseUrl: network.url }, { SWEEP_MS: "100" });
});
beforeEach(async () => {
  await request(node.url, "POST", "/api/demo/reset");
  buyer = await openBuyer(node.url);
});
afterEach(() => buyer.close());
afterAll(async () => {
  await node.stop();
  await network.close();
  await services.remove();
});

async function held(seats: string[]) {
  const answer = await buyer.ask("seat:hold", { showId, seats });
  if (!answer.ok) throw new Error(`${seats} refused: ${answer.code}`);
  return answer.hold;
}

interface Seat {
  status: string;
  hold_id: string | null;
  booking_reference: string | null;
}

async function seat(label: string): Promise<Seat> {
  const { rows } = await services.sql.query<Seat>(
    "SELECT status, hold_id, booking_reference FROM seats WHERE show_id = $1 AND label = $2",
    [showId, label],
  );
  return rows[0] ?? { status: "none", hold_id: null, booking_reference: null };
}

async function references(): Promise<string[]> {
  const { rows } = await services.sql.query<{ reference: string }>(
    "SELECT reference FROM bookings WHERE show_id = $1",
    [showId],
  );
  return rows.map(({ reference }) => reference);
}

/** Asks; Postgres commits what leaves A1 in this status, and the reply is lost. */
async function losingTheReply<T>(ask: () => Promise<T>, status: string, lose: () => void): Promise<T> {
  const lock = await lockSeats(services.sql, showId, ["A1"]);
  const answer = ask();
  await lock.untilWaiting(1);
  network.holdReplies();
  await lock.release();
  await until(`A1 is ${status}`, async () => (await seat("A1")).status === status);
  lose();
  return answer;
}

/** Asks; the connection is lost while the statement runs, and it is asked again before the first has ended. */
async function askingTwice<T>(ask: () => Promise<T>): Promise<T> {
  const lock = await lockSeats(services.sql, showId, ["A1"]);
  const answer = ask();
  await lock.untilWaiting(1);
  network.cut();
  await lock.untilWaiting(2);
  await lock.release();
  return answer;
}

describe.each([
  [
    "whose reply was lost",
    <T>(ask: () => Promise<T>, status: string) => losingTheReply(ask, status, network.cut),
  ],
  ["whose connection was lost while it ran", <T>(ask: () => Promise<T>) => askingTwice(ask)],
])("a statement %s", (_, lost) => {
  it("X4 that held seats answers the one hold", async () => {
    const answer = await lost(() => buyer.ask("seat:hold", { showId, seats: ["A1", "A2"] }), "held");
    const { hold_id: id } = await seat("A1");
    expect(answer).toMatchObject({ ok: true, hold: { id, seats: ["A1", "A2"] } });
  });

  it("X4 that confirmed a hold answers the one booking", async () => {
    const { id: holdId } = await held(["A1", "A2"]);
    const answer = await lost(() => buyer.ask("booking:confirm", { holdId, idempotencyKey: "k" }), "booked");
    const [reference] = await references();
    expect(answer).toMatchObject({ ok: true, booking: { reference, seats: ["A1", "A2"] } });
    expect(await references()).toHaveLength(1);
  });

  it("X4 that booked in one shot answers the one booking", async () => {
    const order = { showId, seats: ["A1"], idempotencyKey: "k" };
    const answer = await lost(() => buyer.ask("seat:book", order), "booked");
    const [reference] = await references();
    expect(answer).toMatchObject({ ok: true, booking: { reference, seats: ["A1"] } });
    expect(await references()).toHaveLength(1);
    expect(await buyer.ask("seat:book", order)).toMatchObject({ ok: true, booking: { reference } });
  });

  it("X4 that released a hold answers that it is released", async () => {
    const { id: holdId } = await held(["A1", "A2"]);
    const answer = await lost(() => buyer.ask("hold:release", { holdId, seats: ["A1"] }), "available");
    expect(answer).toMatchObject({ ok: true, hold: { id: holdId, seats: ["A2"] } });
    expect(await seat("A2")).toMatchObject({ status: "held" });
  });

  it("X4 that cancelled a booking answers that it is cancelled", async () => {
    const sold = await buyer.ask("seat:book", { showId, seats: ["A1"], idempotencyKey: "k" });
    const reference = sold.ok ? sold.booking.reference : "";
    const answer = await lost(() => buyer.ask("booking:cancel", { reference }), "available");
    expect(answer).toMatchObject({ ok: true, booking: { reference, cancelledAt: expect.any(Number) } });
  });

  it("X4 that put the demo show back answers that it did", async () => {
    await held(["A1", "A2"]);
    const answer = await lost(() => request(node.url, "POST", "/api/demo/reset"), "available");
    expect(answer).toMatchObject({ status: 200, body: { ok: true } });
    expect(await seat("A2")).toMatchObject({ status: "available" });
  });

  it("X4 that extended a hold answers its new end", async () => {
    const before = await held(["A1"]);
    const answer = await lost(() => buyer.ask("hold:extend", { holdId: before.id }), "held");
    expect(answer).toMatchObject({ ok: true, hold: { id: before.id, seats: ["A1"] } });
    if (answer.ok) expect(answer.hold.expiresAt).toBeGreaterThan(before.expiresAt);
  });
});

it("X4 X2 a sale is pending while nobody can say, and its key then answers what became of it", async () => {
  const viewer = await openViewer(node.url, showId);
  const { id: holdId } = await held(["A1"]);
  const confirm = () => buyer.ask("booking:confirm", { holdId, idempotencyKey: "k" });
  expect(await losingTheReply(confirm, "booked", network.sever)).toMatchObject({
    ok: false,
    code: "pending",
  });
  network.restore();
  const [reference] = await references();
  await until("it can be asked again", async () => (await confirm()).ok);
  expect(await confirm()).toMatchObject({ ok: true, booking: { reference, seats: ["A1"] } });
  expect(await references()).toEqual([reference]);
  // The node never heard what it had sold: the log tells its screens.
  await untilTrue(viewer, services.sql, showId);
  viewer.close();
});

it("X4 F5 every node is told to look at the log for what a statement did whose reply was lost", async () => {
  const redis = new Redis(services.redisUrl);
  const told: { from: number; to: number }[] = [];
  redis.on("message", (_channel: string, message: string) => told.push(JSON.parse(message)));
  await redis.subscribe(`{show:${showId}}:changes`);
  const viewer = await openViewer(node.url, showId);
  const book = () => buyer.ask("seat:book", { showId, seats: ["A1"], idempotencyKey: "k" });
  expect(await losingTheReply(book, "booked", network.cut)).toMatchObject({ ok: true });
  const { rows } = await services.sql.query<{ version: number }>(
    "SELECT version FROM shows WHERE show_id = $1",
    [showId],
  );
  await until("the nodes are told of that version", async () =>
    told.some(({ to }) => to === rows[0]?.version),
  );
  await untilTrue(viewer, services.sql, showId);
  viewer.close();
  redis.disconnect();
});

it("X4 everyone whose request shared the lost statement is answered, once", async () => {
  const labels = Array.from({ length: 10 }, (_, at) => `A${1 + at}`);
  const buyers = await Promise.all(labels.map(() => openBuyer(node.url)));
  const lock = await lockSeats(services.sql, showId, labels);
  const answers = buyers.map((one, at) =>
    one.ask("seat:book", { showId, seats: [labels[at] ?? ""], idempotencyKey: "k" }),
  );
  await lock.untilWaiting(1);
  network.holdReplies();
  await lock.release();
  await until("one statement has been committed", async () => (await references()).length > 0);
  network.cut();
  const answered = await Promise.all(answers);
  expect(answered.filter(({ ok }) => !ok)).toEqual([]);
  expect(answered.map((answer) => (answer.ok ? answer.booking.reference : "")).sort()).toEqual(
    (await references()).sort(),
  );
  for (const one of buyers) one.close();
});

it("X2 a connection lost in the middle of a sweep ends nothing but that sweep", async () => {
  const lock = await services.sql.connect();
  await lock.query("BEGIN");
  await lock.query("LOCK TABLE shows IN ACCESS EXCLUSIVE MODE");
  await until("a sweep is under way", async () => {
    const { rows } = await services.sql.query(
      `SELECT FROM ${activityView()}
       WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%next_lapse <= now()%'`,
    );
    return rows.length > 0;
  });
  network.cut();
  await lock.query("ROLLBACK");
  lock.release();
  await held(["A1"]);
});
