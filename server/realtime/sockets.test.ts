import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Buyer, type BuyerOptions, openBuyer, request } from "#testing/buyer";
import { metric, startTestNode, type TestNode } from "#testing/node";
import { openRawSocket, type RawSocket } from "#testing/raw-socket";
import { startServices, type TestServices } from "#testing/services";
import { until } from "#testing/until";

const showId = "demo";
const FRIEND = "https://friend.example";

let services: TestServices;
let node: TestNode;
let buyers: Buyer[] = [];

beforeAll(async () => {
  services = await startServices();
  node = await startTestNode(services, { ALLOWED_ORIGINS: FRIEND });
});
afterEach(() => {
  for (const buyer of buyers) buyer.close();
  buyers = [];
});
afterAll(async () => {
  await node.stop();
  await services.remove();
});

async function newBuyer(options: BuyerOptions = {}): Promise<Buyer> {
  const buyer = await openBuyer(node.url, options);
  buyers.push(buyer);
  return buyer;
}

async function held(buyer: Buyer, seats: string[]) {
  const answer = await buyer.ask("seat:hold", { showId, seats });
  if (!answer.ok) throw new Error(`${seats} refused: ${answer.code}`);
  return answer.hold;
}

async function statusOf(label: string): Promise<string | undefined> {
  const { rows } = await services.sql.query<{ status: string }>(
    "SELECT status FROM seats WHERE show_id = $1 AND label = $2",
    [showId, label],
  );
  return rows[0]?.status;
}

const putBack = () => request(node.url, "POST", "/api/demo/reset");

describe("what can be asked over a socket", () => {
  beforeEach(putBack);

  it("D1 F2 answers a join with the whole map, and a join since a version with what came after", async () => {
    const buyer = await newBuyer();
    const first = await buyer.ask("show:join", { showId });
    expect(first).toMatchObject({ ok: true, holds: [], bookings: [], serverNow: expect.any(Number) });
    if (!first.ok) return;
    const { rows } = await services.sql.query("SELECT FROM seats WHERE show_id = $1", [showId]);
    expect(first.seats).toBe("a".repeat(rows.length));
    const hold = await held(buyer, ["A1", "A2"]);
    const again = await buyer.ask("show:join", { showId, since: first.version });
    expect(again).toMatchObject({ ok: true, version: first.version + 2, holds: [hold] });
    if (!again.ok) return;
    expect(again.changes?.toSorted()).toEqual([
      [0, "h"],
      [1, "h"],
    ]);
    expect(again.seats).toBeUndefined();
  });

  it("D1 answers every step from a hold to a cancelled booking", async () => {
    const buyer = await newBuyer();
    const hold = await held(buyer, ["A1", "A2", "A3"]);
    expect(hold).toMatchObject({ showId, seats: ["A1", "A2", "A3"], extendable: true });
    const extended = await buyer.ask("hold:extend", { holdId: hold.id });
    expect(extended).toMatchObject({ ok: true, hold: { id: hold.id, seats: ["A1", "A2", "A3"] } });
    if (extended.ok) expect(extended.hold.expiresAt).toBeGreaterThan(extended.serverNow);
    expect(await buyer.ask("hold:release", { holdId: hold.id, seats: ["A2"] })).toMatchObject({
      ok: true,
      hold: { seats: ["A1", "A3"] },
    });
    const confirmed = await buyer.ask("booking:confirm", { holdId: hold.id, idempotencyKey: "k" });
    expect(confirmed).toMatchObject({ ok: true, booking: { showId, seats: ["A1", "A3"], total: 180_000 } });
    if (!confirmed.ok) return;
    const { reference } = confirmed.booking;
    expect([await statusOf("A1"), await statusOf("A2"), await statusOf("A3")]).toEqual([
      "booked",
      "available",
      "booked",
    ]);
    expect(await buyer.ask("show:join", { showId })).toMatchObject({
      holds: [],
      bookings: [{ reference, seats: ["A1", "A3"] }],
    });
    expect(await buyer.ask("booking:cancel", { reference })).toMatchObject({
      ok: true,
      booking: { reference, cancelledAt: expect.any(Number) },
    });
    expect(await statusOf("A1")).toBe("available");
    const booked = await buyer.ask("seat:book", { showId, seats: ["B1"], idempotencyKey: "one-shot" });
    expect(booked).toMatchObject({ ok: true, booking: { seats: ["B1"], total: 90_000 } });
    expect(await buyer.ask("show:leave", { showId })).toEqual({ ok: true });
  });

  it("D1 lets a purchase begin at one door and go on at the other", async () => {
    const buyer = await newBuyer();
    const { id } = await held(buyer, ["A1"]);
    const confirmed = await buyer.http<{ booking: { reference: string } }>(
      "POST",
      `/api/holds/${id}/confirm`,
      { idempotencyKey: "k" },
    );
    expect(confirmed.status).toBe(200);
    const { reference } = confirmed.body.booking;
    expect(await buyer.ask("booking:confirm", { holdId: id, idempotencyKey: "k" })).toMatchObject({
      ok: true,
      booking: { reference },
    });
    expect(await buyer.ask("booking:cancel", { reference })).toMatchObject({ ok: true });
  });

  it("S14 answers not_yours to everyone but the owner, and does nothing", async () => {
    const [owner, stranger] = await Promise.all([newBuyer(), newBuyer()]);
    const { id: holdId } = await held(owner, ["A1", "A2"]);
    const sold = await owner.ask("seat:book", { showId, seats: ["C1"], idempotencyKey: "k" });
    const reference = sold.ok ? sold.booking.reference : "";
    const notYours = { ok: false, code: "not_yours" };
    expect(await stranger.ask("hold:extend", { holdId })).toMatchObject(notYours);
    expect(await stranger.ask("hold:release", { holdId })).toMatchObject(notYours);
    expect(await stranger.ask("booking:confirm", { holdId, idempotencyKey: "k" })).toMatchObject(notYours);
    expect(await stranger.ask("booking:cancel", { reference })).toMatchObject(notYours);
    expect([await statusOf("A1"), await statusOf("A2"), await statusOf("C1")]).toEqual([
      "held",
      "held",
      "booked",
    ]);
  });

  it("S15 finds a hold again on a new socket after the old one was lost", async () => {
    const buyer = await newBuyer();
    const hold = await held(buyer, ["A1"]);
    buyer.socket.io.engine.close();
    const returned = await newBuyer({ cookie: buyer.cookie });
    expect(await returned.ask("show:join", { showId })).toMatchObject({ ok: true, holds: [hold] });
    expect(await returned.ask("booking:confirm", { holdId: hold.id, idempotencyKey: "k" })).toMatchObject({
      ok: true,
    });
  });

  it("S15 finds what a buyer named at the handshake has bought over HTTP meanwhile", async () => {
    const socket = await openRawSocket(node.url);
    socket.send("40");
    await answered(socket, /^40/);
    const cookie = cookieOf(socket);
    const hold = await request(node.url, "POST", "/api/holds", { showId, seats: ["A1"] }, { cookie });
    expect(hold.status).toBe(200);
    socket.send(`421["show:join",{"showId":"${showId}"}]`);
    expect(await answered(socket, /^431/)).toMatch(/"seats":\["A1"\]/);
    socket.destroy();
  });

  it("watches no more than ten maps on one socket, however fast they are asked for", async () => {
    const buyer = await newBuyer();
    const { rows } = await services.sql.query<{ id: string }>(
      "SELECT show_id AS id FROM shows ORDER BY 1 LIMIT 14",
    );
    const joins = await Promise.all(rows.map(({ id }) => buyer.ask("show:join", { showId: id })));
    expect(joins.filter(({ ok }) => ok)).toHaveLength(10);
    expect(joins.filter((join) => !join.ok && join.code === "invalid")).toHaveLength(4);
    const left = rows[joins.findIndex(({ ok }) => ok)]?.id ?? "";
    const refused = rows[joins.findIndex(({ ok }) => !ok)]?.id ?? "";
    await buyer.ask("show:leave", { showId: left });
    expect(await buyer.ask("show:join", { showId: refused })).toMatchObject({ ok: true });
  });
});

describe("what should not be sent", () => {
  let sender: Buyer;
  beforeAll(async () => {
    await putBack();
    sender = await openBuyer(node.url);
  });
  afterAll(() => sender.close());
  const deep = (levels: number) => JSON.parse(`${"[".repeat(levels)}${"]".repeat(levels)}`);
  const ok = { showId, seats: ["A1"] };

  it.each<[what: string, event: string, payload: unknown, code: string]>([
    ["nothing", "seat:hold", null, "invalid"],
    ["a text", "seat:hold", "demo", "invalid"],
    ["a number", "seat:hold", 7, "invalid"],
    ["a list", "seat:hold", [ok], "invalid"],
    ["no seats", "seat:hold", { showId, seats: [] }, "invalid"],
    ["seats that are no list", "seat:hold", { showId, seats: "A1" }, "invalid"],
    ["seats that are numbers", "seat:hold", { showId, seats: [1] }, "invalid"],
    ["seats that are null", "seat:hold", { showId, seats: [null] }, "invalid"],
    ["a seat twice", "seat:hold", { showId, seats: ["A1", "A1"] }, "invalid"],
    ["a seat in another spelling", "seat:hold", { showId, seats: ["a1"] }, "invalid"],
    ["a seat the hall does not have", "seat:hold", { showId, seats: ["A99"] }, "invalid"],
    ["nine seats", "seat:hold", { showId, seats: labels(9) }, "too_many_seats"],
    [
      "nine seats in one shot",
      "seat:book",
      { ...ok, seats: labels(9), idempotencyKey: "k" },
      "too_many_seats",
    ],
    ["a hundred and one seats", "seat:hold", { showId, seats: labels(101) }, "invalid"],
    ["a show that is not", "seat:hold", { ...ok, showId: "never" }, "not_found"],
    ["a show that is not, to join", "show:join", { showId: "never" }, "not_found"],
    ["a show that is an object", "show:join", { showId: { $ne: "" } }, "invalid"],
    ["a show with SQL in it", "show:join", { showId: "demo'; DROP TABLE seats" }, "invalid"],
    ["a version before the first", "show:join", { showId, since: -1 }, "invalid"],
    ["half a version", "show:join", { showId, since: 0.5 }, "invalid"],
    ["a hold that never was", "hold:extend", { holdId: "demo.0123456789abcdef" }, "hold_expired"],
    ["a hold of a show that is not", "hold:extend", { holdId: "no.0123456789abcdef" }, "not_found"],
    ["no hold", "hold:release", {}, "invalid"],
    ["no key", "seat:book", ok, "invalid"],
    ["an empty key", "seat:book", { ...ok, idempotencyKey: "" }, "invalid"],
    ["a key of 101 letters", "seat:book", { ...ok, idempotencyKey: "k".repeat(101) }, "invalid"],
    ["an address that is none", "seat:book", { ...ok, idempotencyKey: "k", email: "me" }, "invalid"],
    ["a booking that never was", "booking:cancel", { reference: "ACDEFGHJ" }, "not_found"],
    ["a reference with a wildcard", "booking:cancel", { reference: "%" }, "invalid"],
    [
      "__proto__ as what it is asked with",
      "seat:hold",
      JSON.parse(`{"__proto__":${JSON.stringify(ok)}}`),
      "invalid",
    ],
    ["__proto__ as a show", "show:join", { showId: "__proto__" }, "invalid"],
    ["__proto__ as a seat", "seat:hold", { showId, seats: ["__proto__"] }, "invalid"],
    ["constructor as a show", "show:join", { showId: "constructor" }, "not_found"],
    ["deep nesting", "seat:hold", deep(4_000), "invalid"],
    ["deep nesting as seats", "seat:hold", { showId, seats: deep(4_000) }, "invalid"],
    ["binary", "seat:hold", Buffer.from("demo"), "invalid"],
    ["binary as a show", "seat:hold", { ...ok, showId: Buffer.from("demo") }, "invalid"],
    ["binary as a seat", "seat:hold", { showId, seats: [Buffer.from("A1")] }, "invalid"],
    ["an event nobody knows", "seat:steal", ok, "invalid"],
    ["__proto__ as an event", "__proto__", ok, "invalid"],
    ["toString as an event", "toString", ok, "invalid"],
    ["an event called error", "error", ok, "invalid"],
  ])("D2 %s is refused", async (_, event, payload, code) => {
    const answer = await sender.send(event, payload);
    expect(answer).toMatchObject({ ok: false, code, message: expect.any(String) });
    expect(JSON.stringify(answer)).not.toMatch(/\n|\.[jt]s:|node_modules|Error/);
    expect(await statusOf("A1")).toBe("available");
  });

  it("D2 a request with nothing at all in it is refused", async () => {
    expect(await sender.send("seat:hold")).toMatchObject({ ok: false, code: "invalid" });
  });

  it("D2 a request that wants no answer does nothing", async () => {
    sender.socket.emit("seat:hold", ok);
    sender.socket.emit("seat:hold");
    sender.socket.emit("error", ok);
    expect(await sender.ask("show:join", { showId })).toMatchObject({ ok: true, holds: [] });
    expect(await statusOf("A1")).toBe("available");
  });

  it("D2 a megabyte costs its sender the socket and nobody else anything", async () => {
    const glutton = await newBuyer();
    await expect(glutton.send("seat:hold", { ...ok, more: "x".repeat(1_000_000) })).rejects.toThrow(
      /the socket was lost/,
    );
    expect(await sender.ask("show:join", { showId })).toMatchObject({ ok: true });
  });

  it.each([
    ["an empty packet", ""],
    ["half a packet", "42["],
    ["an event without a name", "42[]"],
    ["an object as a name", '42[{"a":1}]'],
    ["the reserved event disconnect", '421["disconnect"]'],
    ["the reserved event newListener", '421["newListener","x"]'],
    ["binary that never comes", '451-["seat:hold",{"_placeholder":true,"num":0}]'],
    ["binary that is not there", '450-["seat:hold",{"_placeholder":true,"num":9}]'],
    ["an endless number of attachments", '4599999999999-["seat:hold"]'],
    ["another namespace", "40/admin,"],
    ["an event of another namespace", '42/admin,["seat:hold"]'],
    ["an answer nobody waits for", '437["x"]'],
    ["a second welcome", "40"],
    ["an unknown packet", "9"],
    ["an unknown Engine.IO packet", "x"],
    ["bytes out of the blue", Buffer.from([0, 255, 1, 254])],
  ])("D2 %s in place of a packet harms nobody", async (_, frame) => {
    const raw = await openRawSocket(node.url);
    raw.send("40");
    await answered(raw, /^40/);
    raw.send(frame);
    raw.send(`427["show:leave",{"showId":"${showId}"}]`);
    await until(
      "it is cut or served on",
      () => raw.isClosed() || raw.frames.some((f) => f.startsWith("437")),
    );
    raw.destroy();
    expect(await sender.ask("show:join", { showId })).toMatchObject({ ok: true });
  });
});

describe("who may open a socket", () => {
  beforeEach(putBack);

  it.each([
    ["no page at all", undefined, true],
    ["our own page", () => node.url, true],
    ["a page of a friend", () => FRIEND, true],
    ["a foreign page", () => "https://evil.example", false],
    ["a page whose address begins like ours", () => `${node.url}.evil.example`, false],
    ["a page without an origin", () => "null", false],
  ])("D3 %s", async (_, origin, allowed) => {
    const opening = openBuyer(node.url, origin ? { headers: { origin: origin() } } : {});
    if (!allowed) {
      await expect(opening).rejects.toThrow();
      return;
    }
    const buyer = await opening;
    buyers.push(buyer);
    expect(await buyer.ask("show:join", { showId })).toMatchObject({ ok: true });
  });

  it("names the buyer of a socket that brings no name, in a cookie that scripts cannot read", async () => {
    const socket = await openRawSocket(node.url);
    const [setCookie] = socket.headers["set-cookie"] ?? [];
    expect(setCookie).toMatch(/^last-seat-id=s-[\w-]{20}~[\w-]{43}; Path=\/; .*HttpOnly; SameSite=Lax/);
    const known = await openRawSocket(node.url, { cookie: cookieOf(socket) });
    expect(known.headers["set-cookie"]).toBeUndefined();
    socket.destroy();
    known.destroy();
  });

  it.each([
    [
      "with another signature",
      (cookie: string) => `${cookie.slice(0, -1)}${cookie.endsWith("A") ? "B" : "A"}`,
    ],
    ["of another buyer", (cookie: string) => cookie.replace("=s-", "=s-x")],
    ["without a signature", (cookie: string) => cookie.slice(0, cookie.indexOf("~"))],
    ["with an empty signature", (cookie: string) => cookie.slice(0, cookie.indexOf("~") + 1)],
  ])("S14 a cookie %s opens nothing", async (_, forge) => {
    const owner = await newBuyer();
    const hold = await held(owner, ["A1"]);
    const forged = await openRawSocket(node.url, { cookie: forge(owner.cookie) });
    expect(forged.headers["set-cookie"]).toHaveLength(1);
    forged.destroy();
    const forger = await newBuyer({ cookie: forge(owner.cookie) });
    expect(await forger.ask("show:join", { showId })).toMatchObject({ ok: true, holds: [] });
    expect(await forger.ask("hold:release", { holdId: hold.id })).toMatchObject({ code: "not_yours" });
  });

  it("D5 words a refusal in the language of the handshake", async () => {
    const english = await newBuyer();
    const vietnamese = await newBuyer({ headers: { "accept-language": "vi-VN,vi;q=0.9,en;q=0.8" } });
    const chosen = await newBuyer({
      cookie: `${english.cookie}; language=vi`,
      headers: { "accept-language": "en" },
    });
    const messages = [];
    for (const buyer of [english, vietnamese, chosen]) {
      const answer = await buyer.ask("seat:hold", { showId, seats: labels(9) });
      messages.push(answer.ok ? "" : answer.message);
    }
    expect(messages).toEqual([
      "You can hold up to 8 seats for one show.",
      "Bạn chỉ giữ được tối đa 8 ghế cho một suất chiếu.",
      "Bạn chỉ giữ được tối đa 8 ghế cho một suất chiếu.",
    ]);
  });

  it("F8 tells the others which seat and what status, and never who", async () => {
    const [buyer, other] = await Promise.all([newBuyer(), newBuyer()]);
    const heard: string[] = [];
    other.socket.onAny((event: string, payload: unknown) => heard.push(JSON.stringify([event, payload])));
    const joined = await other.ask("show:join", { showId });
    const hold = await held(buyer, ["A1"]);
    const sold = await buyer.ask("booking:confirm", {
      holdId: hold.id,
      idempotencyKey: "a key",
      name: "Nguyễn Văn An",
      email: "an@example.com",
    });
    await until("the sale is heard", () => heard.some((packet) => packet.includes('[0,"b"]')));
    const all = `${JSON.stringify(joined)}${heard.join("")}`;
    const named = buyer.cookie.slice(buyer.cookie.indexOf("=") + 1, buyer.cookie.indexOf("~"));
    const secrets = [named, hold.id, sold.ok ? sold.booking.reference : "", "Nguyễn", "an@example", "a key"];
    for (const secret of secrets) expect(all).not.toContain(secret);
  });
});

describe("how often one may ask", () => {
  let limited: TestNode;
  beforeAll(async () => {
    limited = await startTestNode(services, { RATE_LIMITS: "on" });
  });
  afterAll(() => limited.stop());
  beforeEach(putBack);

  it("D4 tells who asks too often when to ask again, and then serves them", async () => {
    const [eager, calm] = await Promise.all([openBuyer(limited.url), openBuyer(limited.url)]);
    buyers.push(eager, calm);
    const attempt = () => eager.ask("seat:hold", { showId, seats: ["A1"] });
    const answers = await Promise.all(Array.from({ length: 1000 }, attempt));
    const refused = answers.filter((answer) => !answer.ok);
    expect(answers.filter(({ ok }) => ok).length).toBeGreaterThanOrEqual(100);
    expect(refused.length).toBeGreaterThan(0);
    for (const refusal of refused) {
      expect(refusal).toMatchObject({ code: "rate_limited", retryAfterMs: expect.any(Number) });
      if (!refusal.ok) expect(refusal.retryAfterMs).toBeGreaterThan(0);
    }
    expect(await eager.ask("show:join", { showId })).toMatchObject({ ok: true });
    expect(await calm.ask("seat:hold", { showId, seats: ["B1"] })).toMatchObject({ ok: true });
    await until("the eager one is served again", async () => (await attempt()).ok);
  });

  it("D4 admits a hundred attempts at once from one address", async () => {
    const crowd = await Promise.all(Array.from({ length: 100 }, () => openBuyer(limited.url)));
    buyers.push(...crowd);
    const answers = await Promise.all(
      crowd.map((buyer) => buyer.ask("seat:book", { showId, seats: ["A1"], idempotencyKey: "k" })),
    );
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(answers.filter((answer) => !answer.ok && answer.code === "seat_taken")).toHaveLength(99);
  });

  it("D7 tells who joins too often when to ask again, and lets them buy meanwhile", async () => {
    const [eager, calm] = await Promise.all([openBuyer(limited.url), openBuyer(limited.url)]);
    buyers.push(eager, calm);
    const join = () => eager.ask("show:join", { showId });
    const refusal = await until("a join is refused", async () => {
      const answers = await Promise.all(Array.from({ length: 150 }, join));
      return answers.find(({ ok }) => !ok);
    });
    expect(refusal).toMatchObject({ code: "rate_limited", retryAfterMs: expect.any(Number) });
    if (!refusal.ok) expect(refusal.retryAfterMs).toBeGreaterThan(0);
    expect(await eager.ask("seat:hold", { showId, seats: ["A1"] })).toMatchObject({ ok: true });
    expect(await calm.ask("show:join", { showId })).toMatchObject({ ok: true });
    await until("the eager one is let in again", async () => (await join()).ok);
  });

  it("D7 lets in hundreds who join at once from one address, and again when all come back", async () => {
    const crowd = await Promise.all(Array.from({ length: 300 }, () => openBuyer(limited.url)));
    buyers.push(...crowd);
    for (const _time of ["first", "again"]) {
      const answers = await Promise.all(crowd.map((viewer) => viewer.ask("show:join", { showId })));
      expect(answers.filter(({ ok }) => !ok)).toEqual([]);
    }
  });
});

it("counts the open sockets and forgets the closed ones", async () => {
  await until("earlier sockets are gone", async () => (await metric(node.url, "sockets_connected")) === 0);
  const buyer = await newBuyer();
  expect(await metric(node.url, "sockets_connected")).toBe(1);
  buyer.close();
  await until("it is forgotten", async () => (await metric(node.url, "sockets_connected")) === 0);
});

function labels(count: number): string[] {
  const rows = [..."ABCDEFGHK"];
  return Array.from({ length: count }, (_, at) => `${rows[Math.floor(at / 16)]}${1 + (at % 16)}`);
}

function cookieOf(socket: RawSocket): string {
  return socket.headers["set-cookie"]?.[0]?.split(";")[0] ?? "";
}

function answered(socket: RawSocket, packet: RegExp): Promise<string> {
  return until(`${packet} arrives`, () => socket.frames.find((frame) => packet.test(frame)));
}
