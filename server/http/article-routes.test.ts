/** D6: the request of the article's load test, sent as its clients send it. */
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { newCookie, openBuyer, request } from "#testing/buyer";
import { startTestNode, type TestNode } from "#testing/node";
import { startServices, type TestServices } from "#testing/services";

interface Answer {
  success: boolean;
  reference?: string;
  code?: string;
  error?: string;
}

let services: TestServices;
let node: TestNode;

beforeAll(async () => {
  services = await startServices();
  node = await startTestNode(services);
});
beforeEach(() => request(node.url, "POST", "/api/demo/reset"));
afterAll(async () => {
  await node.stop();
  await services.remove();
});

const book = (body: object, headers: Record<string, string> = {}) =>
  request<Answer>(node.url, "POST", "/api/seats/book", body, headers);

async function ownersOfA1(): Promise<string[]> {
  const { rows } = await services.sql.query<{ buyer: string }>(
    `SELECT b.buyer FROM booking_seats s JOIN bookings b USING (reference)
     WHERE s.show_id = 'demo' AND s.seat = 0 AND s.released_at IS NULL`,
  );
  return rows.map(({ buyer }) => buyer);
}

it("D6 a hundred people ask for A1 at once: one gets it, ninety-nine are told so", async () => {
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, at) => book({ seatId: "A1", userId: `user-${at}` })),
  );
  const sold = answers.filter(({ status }) => status === 200);
  expect(sold).toHaveLength(1);
  expect(sold[0]?.body).toEqual({ success: true, reference: expect.stringMatching(/^[A-Z0-9]{8}$/) });
  const refused = answers.filter(({ status }) => status === 409);
  expect(refused).toHaveLength(99);
  for (const { body } of refused) {
    expect(body).toMatchObject({ success: false, code: "seat_taken", error: expect.any(String) });
  }
  expect(await ownersOfA1()).toHaveLength(1);
});

it("D6 takes a number for a user, as load tests send it", async () => {
  expect((await book({ seatId: "A1", userId: 7 })).status).toBe(200);
  expect(await ownersOfA1()).toEqual(["guest-7"]);
});

it("D6 books for the buyer of the cookie when there is no user, or when that buyer is known", async () => {
  const cookie = await newCookie(node.url);
  const buyer = cookie.slice(cookie.indexOf("=") + 1, cookie.indexOf("~"));
  expect((await book({ seatId: "A1", userId: "someone else" }, { cookie })).status).toBe(200);
  expect(await ownersOfA1()).toEqual([buyer]);
  expect((await book({ seatId: "A2" })).status).toBe(200);
});

it("D6 S12 answers a guest's repetition with the same booking", async () => {
  const order = { seatId: "A1", userId: "an", idempotencyKey: "click" };
  const answers = await Promise.all([book(order), book(order), book(order)]);
  const again = await book(order);
  const references = new Set([...answers, again].map(({ body }) => body.reference));
  expect(references.size).toBe(1);
  expect([...answers, again].every(({ status }) => status === 200)).toBe(true);
  const other = await book({ ...order, seatId: "A2" });
  expect([other.status, other.body.code]).toEqual([409, "idempotency_mismatch"]);
  const stranger = await book({ ...order, userId: "binh" });
  expect([stranger.status, stranger.body.code]).toEqual([409, "seat_taken"]);
  expect(await ownersOfA1()).toEqual(["guest-an"]);
});

it("S14 a guest's label opens nothing that belongs to a session", async () => {
  const owner = await openBuyer(node.url);
  const buyer = owner.cookie.slice(owner.cookie.indexOf("=") + 1, owner.cookie.indexOf("~"));
  const order = { showId: "demo", seats: ["A1"], idempotencyKey: "k" };
  await owner.ask("seat:book", order);
  const hold = await owner.ask("seat:hold", { showId: "demo", seats: ["A2"] });
  expect(hold.ok).toBe(true);
  const bookAsOwner = (seatId: string, idempotencyKey: string) =>
    book({ seatId, userId: buyer, idempotencyKey });
  expect((await bookAsOwner("A1", "k")).body.code).toBe("seat_taken");
  // A key of its own: one that was refused in Postgres stands for that order alone.
  expect((await bookAsOwner("A2", "k2")).body.code).toBe("seat_taken");
  expect(await ownersOfA1()).toEqual([buyer]);
  owner.close();
});

it.each([
  ["no seat", {}, 400],
  ["a seat that is no label", { seatId: 1 }, 400],
  ["a seat the hall does not have", { seatId: "Z1", userId: "an" }, 400],
  ["a user that is an object", { seatId: "A1", userId: {} }, 400],
  ["a user of 101 letters", { seatId: "A1", userId: "u".repeat(101) }, 400],
  ["a show that is not", { seatId: "A1", userId: "an", showId: "never" }, 404],
  ["a strategy nobody knows", { seatId: "A1", userId: "an", strategy: "hope" }, 400],
])("D6 D2 %s is refused", async (_, body, status) => {
  const answer = await book(body);
  expect(answer.status).toBe(status);
  expect(await ownersOfA1()).toEqual([]);
});

it("D6 puts the demo show back, and other shows never", async () => {
  await book({ seatId: "A1", userId: "an" });
  expect((await request(node.url, "POST", "/api/demo/reset")).body).toEqual({ ok: true });
  expect(await ownersOfA1()).toEqual([]);
  expect((await book({ seatId: "A1", userId: "binh" })).status).toBe(200);
  const { rows } = await services.sql.query(
    "SELECT FROM seats WHERE show_id <> 'demo' AND status = 'booked' LIMIT 1",
  );
  expect(rows).toHaveLength(1);
});

it("D6 puts nothing back where the demonstration is off", async () => {
  const serious = await startTestNode(services, { DEMO: "off" });
  await book({ seatId: "A1", userId: "an" });
  const answer = await request(serious.url, "POST", "/api/demo/reset");
  await serious.stop();
  expect(answer.status).toBe(404);
  expect(await ownersOfA1()).toEqual(["guest-an"]);
});
