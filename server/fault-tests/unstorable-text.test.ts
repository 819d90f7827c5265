/** Text that Postgres cannot store, or would store as something else, in every field that reaches it. */
import { drizzle } from "drizzle-orm/node-postgres";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { PageSource } from "#contract/pages";
import { createBuyerCookies } from "#server/access/buyer-cookie";
import { findLabServers } from "#server/lab/ensembles/lab-servers";
import { createPageSource } from "#server/pages/page-source";
import { openBoxOffice, type TestBoxOffice } from "#testing/box-office";
import { type Buyer, openBuyer, request } from "#testing/buyer";
import { startTestNode, type TestNode } from "#testing/node";
import { startServices, type TestServices } from "#testing/services";

const showId = "demo";
const TEXTS: [what: string, text: string][] = [
  ["a NUL", "\0"],
  ["a NUL between letters", "a\0b"],
  ["the first half of a character", "a\ud83d"],
  ["the second half of a character", "\ude00b"],
];
const HOLD_ID = `${showId}.0123456789abcdefghij`;

let services: TestServices;
let node: TestNode;
let buyer: Buyer;

beforeAll(async () => {
  services = await startServices();
  node = await startTestNode(services);
  buyer = await openBuyer(node.url);
});
beforeEach(() => request(node.url, "POST", "/api/demo/reset"));
afterAll(async () => {
  buyer.close();
  await node.stop();
  await services.remove();
});

async function expectSelling(): Promise<void> {
  const order = { showId, seats: ["A1"], idempotencyKey: "good" };
  expect(await buyer.ask("seat:book", order)).toMatchObject({ ok: true });
  const { rows } = await services.sql.query<{ key: string }>(
    "SELECT idempotency_key AS key FROM bookings WHERE show_id = $1",
    [showId],
  );
  expect(rows).toEqual([{ key: "good" }]);
}

describe.each(TEXTS)("%s", (_, text) => {
  const seats = ["B1"];
  const card = { number: "4242424242424242", expiry: "12/99", cvc: "123" };
  const payer = { name: "An", email: "an@example.com", idempotencyKey: "k", card };

  it.each<[field: string, event: string, payload: object]>([
    ["key of a booking", "seat:book", { showId, seats, idempotencyKey: text }],
    ["name of a booking", "seat:book", { showId, seats, idempotencyKey: "k", name: text }],
    [
      "address of a booking",
      "seat:book",
      { showId, seats, idempotencyKey: "k", email: `${text}@example.com` },
    ],
    ["key of a confirmation", "booking:confirm", { holdId: HOLD_ID, idempotencyKey: text }],
    ["name of a confirmation", "booking:confirm", { holdId: HOLD_ID, idempotencyKey: "k", name: text }],
    ["id of a hold", "hold:extend", { holdId: `${showId}.${text}` }],
    ["reference", "booking:cancel", { reference: text }],
    ["id of a show", "show:join", { showId: text }],
    ["label of a seat", "seat:hold", { showId, seats: [text] }],
  ])("D2 as the %s is invalid at the socket", async (_field, event, payload) => {
    expect(await buyer.send(event, payload)).toMatchObject({ ok: false, code: "invalid" });
  });

  it.each<[field: string, path: string, body: object]>([
    ["label of a guest", "/api/seats/book", { seatId: "B1", userId: text }],
    ["key of a guest", "/api/seats/book", { seatId: "B1", userId: "an", idempotencyKey: text }],
    ["label of a strategy's guest", "/api/seats/book", { seatId: "B1", userId: text, strategy: "row-lock" }],
    ["name of a strategy", "/api/seats/book", { seatId: "B1", strategy: text }],
    ["key of a confirmation", `/api/holds/${HOLD_ID}/confirm`, { idempotencyKey: text }],
    ["key of a payment", `/api/holds/${HOLD_ID}/pay`, { ...payer, idempotencyKey: text }],
    ["name of a payer", `/api/holds/${HOLD_ID}/pay`, { ...payer, name: text }],
  ])("D2 as the %s is invalid over HTTP", async (_field, path, body) => {
    const answer = await request(node.url, "POST", path, body);
    expect(answer).toMatchObject({ status: 400, body: { ok: false, code: "invalid" } });
  });

  it("D2 C4 costs none of those who ask at the same time anything", async () => {
    const labels = Array.from({ length: 16 }, (_, at) => `C${at + 1}`);
    const [bad, ...good] = await Promise.all([
      buyer.send("seat:book", { showId, seats, idempotencyKey: text }),
      ...labels.map((label) => buyer.ask("seat:book", { showId, seats: [label], idempotencyKey: label })),
    ]);
    expect(bad).toMatchObject({ ok: false, code: "invalid" });
    expect(good.filter(({ ok }) => !ok)).toEqual([]);
  });
});

it.each([
  ["GET", "/api/bookings/%00"],
  ["POST", "/api/bookings/%00/cancel"],
  ["GET", "/api/shows/%00"],
  ["GET", "/api/shows/%00/seats"],
  ["POST", "/api/holds/%00/extend"],
  ["DELETE", "/api/holds/%00"],
  ["GET", "/api/lab/races/%00"],
  ["GET", "/api/lab/games/%00"],
])("D2 a NUL in the address of %s %s is refused, and the node sells on", async (method, path) => {
  const { status } = await request(node.url, method, path, method === "POST" ? {} : undefined);
  expect([400, 404]).toContain(status);
  await expectSelling();
});

describe("what pages read by their address", () => {
  let office: TestBoxOffice;
  let pages: PageSource;
  let cookie: string;

  beforeAll(async () => {
    office = await openBoxOffice(services.databaseUrl, services.redisUrl);
    const buyerCookies = createBuyerCookies("only for the tests of this run");
    cookie = buyerCookies.issue(false).setCookie.split(";")[0] ?? "";
    const { pool, boxOffice } = office;
    pages = createPageSource({
      db: drizzle(pool),
      pool,
      boxOffice,
      programme: {
        read: () => Promise.reject(new Error("nobody asks for it here")),
        countSeats() {},
        readAllNext() {},
      },
      buyerCookies,
      hasLab: false,
      labServers: findLabServers(false),
      maxSeats: 8,
      api: {},
    });
  });
  afterAll(() => office.close());

  it.each(TEXTS)("D2 is not there for %s", async (_, text) => {
    expect(await pages.show(text)).toBeNull();
    expect(await pages.booking(text, cookie)).toBeNull();
    expect(await pages.race(text)).toBeNull();
  });

  it("is there for a show that is", async () => {
    expect(await pages.show(showId)).toMatchObject({ show: { id: showId } });
  });
});
