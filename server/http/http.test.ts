import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Hold, Refusal } from "#contract/outcomes";
import { type Buyer, newCookie, openBuyer, request } from "#testing/buyer";
import { metric, startTestNode, type TestNode } from "#testing/node";
import { startServices, type TestServices } from "#testing/services";
import { until } from "#testing/until";

const showId = "demo";
const FRIEND = "https://friend.example";
const ok = { showId, seats: ["A1"] };

let services: TestServices;
let node: TestNode;
let buyer: Buyer;

beforeAll(async () => {
  services = await startServices();
  node = await startTestNode(services, { ALLOWED_ORIGINS: FRIEND });
  buyer = await openBuyer(node.url);
});
afterAll(async () => {
  buyer.close();
  await node.stop();
  await services.remove();
});

async function heldSeats(): Promise<string[]> {
  const { rows } = await services.sql.query<{ label: string }>(
    "SELECT label FROM seats WHERE show_id = $1 AND status = 'held' ORDER BY seat",
    [showId],
  );
  return rows.map(({ label }) => label);
}

describe("what should not be sent", () => {
  const deep = `${"[".repeat(4_000)}${"]".repeat(4_000)}`;
  const json = "application/json";

  it.each<[what: string, body: string, type: string | undefined, status: number]>([
    ["half of a JSON text", '{"showId":', json, 400],
    ["nothing", "", json, 400],
    ["null", "null", json, 400],
    ["a list", "[1]", json, 400],
    ["a text", '"demo"', json, 400],
    ["wrong types", '{"showId":7,"seats":{"0":"A1"}}', json, 400],
    [
      "nine seats",
      JSON.stringify({ showId, seats: [1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => `A${n}`) }),
      json,
      400,
    ],
    ["a seat twice", '{"showId":"demo","seats":["A1","A1"]}', json, 400],
    ["a seat the hall does not have", '{"showId":"demo","seats":["Z1"]}', json, 400],
    ["a show that is not", '{"showId":"never","seats":["A1"]}', json, 404],
    ["__proto__", `{"__proto__":{"x":1},"showId":"demo","seats":["A1"]}`, json, 400],
    [
      "a constructor's prototype",
      `{"constructor":{"prototype":{}},"showId":"demo","seats":["A1"]}`,
      json,
      400,
    ],
    ["deep nesting", deep, json, 400],
    ["deep nesting as seats", `{"showId":"demo","seats":${deep}}`, json, 400],
    ["a megabyte", JSON.stringify({ ...ok, more: "x".repeat(1_000_000) }), json, 413],
    ["a form", "showId=demo&seats=A1", "application/x-www-form-urlencoded", 415],
    ["JSON that says it is text", JSON.stringify(ok), "text/plain", 415],
    ["JSON that does not say what it is", JSON.stringify(ok), "", 415],
    ["binary", "\u0000\u0001\u0002", "application/octet-stream", 415],
    ["binary that says it is JSON", "\u0000\u0001\u0002", json, 400],
  ])("D2 %s is refused", async (_, body, type, status) => {
    const answer = await buyer.http("POST", "/api/holds", body, { "content-type": type ?? json });
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject({ ok: false, code: expect.any(String), message: expect.any(String) });
    expect(JSON.stringify(answer.body)).not.toMatch(/\\n|\.[jt]s:|node_modules|FST_/);
    expect(await heldSeats()).toEqual([]);
  });

  it.each<[method: string, path: string, status: number]>([
    ["GET", "/api/nothing", 404],
    ["PUT", "/api/holds", 404],
    ["GET", "/api/shows/UPPER/seats", 400],
    ["GET", "/api/shows/never/seats", 404],
    ["GET", "/api/shows/demo/seats?since=-1", 400],
    ["GET", "/api/shows/demo/seats?since=1e99", 400],
    ["GET", "/api/shows/demo/seats?since=1&since=2", 400],
    ["GET", "/api/shows/%E0%A4%A", 400],
    ["GET", "/api/shows/..%2f..%2fetc%2fpasswd", 400],
    ["GET", "/api/bookings/ACDEFGHJ", 404],
    ["GET", "/api/bookings/%00", 400],
    ["POST", "/api/holds/__proto__/extend", 400],
    ["DELETE", "/api/holds/demo.0123456789abcdef", 410],
    ["DELETE", "/api/holds/demo.0123456789abcdef?seats=A1,A1", 400],
  ])("D2 %s %s answers %i", async (method, path, status) => {
    const answer = await buyer.http(method, path);
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject({ ok: false, code: expect.any(String), message: expect.any(String) });
    expect(JSON.stringify(answer.body)).not.toMatch(/\\n|\.[jt]s:|node_modules|FST_/);
  });

  it("D2 takes the hold from the path, whatever else the request names", async () => {
    const mine = await buyer.http<{ hold: Hold }>("POST", "/api/holds", ok);
    const other = await openBuyer(node.url);
    const theirs = await other.http<{ hold: Hold }>("POST", "/api/holds", { showId, seats: ["B1"] });
    const { id } = mine.body.hold;
    const extended = await buyer.http("POST", `/api/holds/${id}/extend?holdId=x`, {
      holdId: theirs.body.hold.id,
    });
    expect(extended.body).toMatchObject({ ok: true, hold: { id } });
    await Promise.all([
      buyer.http("DELETE", `/api/holds/${id}`),
      other.http("DELETE", `/api/holds/${theirs.body.hold.id}`),
    ]);
    other.close();
    expect(await heldSeats()).toEqual([]);
  });

  it("D1 refuses at both doors alike", async () => {
    const [other, sold] = [await openBuyer(node.url), { ...ok, seats: ["K1"], idempotencyKey: "k" }];
    await other.ask("seat:book", sold);
    const hold = await other.ask("seat:hold", { showId, seats: ["K2"] });
    const holdId = hold.ok ? hold.hold.id : "";
    const asked: [event: string, payload: object, method: string, path: string][] = [
      ["seat:hold", { showId, seats: ["K1", "K2"] }, "POST", "/api/holds"],
      ["seat:hold", { showId, seats: [] }, "POST", "/api/holds"],
      ["seat:hold", { showId, seats: ["Z9"] }, "POST", "/api/holds"],
      ["seat:hold", { ...ok, holdId }, "POST", "/api/holds"],
      ["hold:extend", { holdId }, "POST", `/api/holds/${holdId}/extend`],
      ["hold:release", { holdId }, "DELETE", `/api/holds/${holdId}`],
      ["booking:confirm", { holdId, idempotencyKey: "k" }, "POST", `/api/holds/${holdId}/confirm`],
      ["booking:confirm", { holdId }, "POST", `/api/holds/${holdId}/confirm`],
      ["booking:cancel", { reference: "ACDEFGHJ" }, "POST", "/api/bookings/ACDEFGHJ/cancel"],
    ];
    for (const [event, payload, method, path] of asked) {
      const said = await buyer.send(event, payload);
      const written = await buyer.http(method, path, method === "DELETE" ? undefined : payload);
      expect(said).toMatchObject({ ok: false });
      expect(written.body, `${event} ${JSON.stringify(payload)}`).toEqual(said);
      expect(written.status).toBeGreaterThanOrEqual(400);
    }
    await other.ask("hold:release", { holdId });
    other.close();
  });
});

describe("who may write", () => {
  beforeEach(() => request(node.url, "POST", "/api/demo/reset"));

  it.each([
    ["no page at all", undefined, 200],
    ["our own page", () => node.url, 200],
    ["a page of a friend", () => FRIEND, 200],
    ["a foreign page", () => "https://evil.example", 403],
    ["a page on another port", () => `http://127.0.0.1:${node.port + 1}`, 403],
    ["a page without an origin", () => "null", 403],
  ])("D3 %s", async (_, origin, status) => {
    const headers = origin ? { origin: origin() } : undefined;
    const answer = await buyer.http("POST", "/api/holds", ok, headers);
    expect(answer.status).toBe(status);
    expect(answer.headers.get("access-control-allow-origin")).toBeNull();
    expect(await heldSeats()).toEqual(status === 200 ? ["A1"] : []);
  });

  it("D3 a foreign page can change nothing by any method", async () => {
    const hold = await buyer.http<{ hold: Hold }>("POST", "/api/holds", ok);
    const { id } = hold.body.hold;
    for (const [method, path] of [
      ["DELETE", `/api/holds/${id}`],
      ["POST", `/api/holds/${id}/extend`],
      ["POST", `/api/holds/${id}/confirm`],
      ["POST", "/api/bookings/ACDEFGHJ/cancel"],
      ["POST", "/api/seats/book"],
      ["POST", "/api/demo/reset"],
    ] as const) {
      const body = method === "POST" ? { idempotencyKey: "k", seatId: "B1" } : undefined;
      const answer = await buyer.http(method, path, body, { origin: "https://evil.example" });
      expect([path, answer.status]).toEqual([path, 403]);
    }
    expect(await heldSeats()).toEqual(["A1"]);
  });
});

describe("who is asking", () => {
  it("names every buyer in a cookie that scripts and other sites cannot use", async () => {
    const { headers } = await request(node.url, "GET", "/api/shows/demo");
    expect(headers.get("set-cookie")).toMatch(
      /^last-seat-id=s-[\w-]{20}~[\w-]{43}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax$/,
    );
  });

  it("knows a buyer again by the cookie, and names nobody at a probe", async () => {
    const known = await request(node.url, "GET", "/api/shows/demo", undefined, { cookie: buyer.cookie });
    expect(known.headers.get("set-cookie")).toBeNull();
    for (const path of ["/livez", "/readyz", "/metrics"]) {
      expect((await request(node.url, "GET", path)).headers.get("set-cookie")).toBeNull();
    }
  });

  it("S14 does not take a forged cookie for the buyer it names", async () => {
    const sold = await buyer.ask("seat:book", { showId, seats: ["H1"], idempotencyKey: "mine" });
    const reference = sold.ok ? sold.booking.reference : "";
    const [name] = buyer.cookie.split("~");
    const [, foreignSignature] = (await newCookie(node.url)).split("~");
    for (const cookie of [`${name}~${foreignSignature}`, `${name}~`, `${name}`]) {
      const answer = await request(node.url, "GET", `/api/bookings/${reference}`, undefined, { cookie });
      expect(answer.status).toBe(403);
      expect(answer.body).toMatchObject({ code: "not_yours" });
      expect(answer.headers.get("set-cookie")).toMatch(/^last-seat-id=/);
    }
    expect((await buyer.http("GET", `/api/bookings/${reference}`)).body).toMatchObject({
      ok: true,
      booking: { reference, seats: ["H1"] },
    });
  });

  it("D5 words a refusal in the language of the request", async () => {
    const words = async (headers: Record<string, string>) =>
      (await request<Refusal>(node.url, "GET", "/api/shows/never", undefined, headers)).body.message;
    expect(await words({})).toBe("Not found.");
    expect(await words({ "accept-language": "fr, vi;q=0.5" })).toBe("Không tìm thấy.");
    expect(await words({ "accept-language": "en", cookie: "language=vi" })).toBe("Không tìm thấy.");
    expect(await words({ "accept-language": "vi", cookie: "language=xx" })).toBe("Không tìm thấy.");
  });
});

describe("how often one may ask", () => {
  let limited: TestNode;
  beforeAll(async () => {
    limited = await startTestNode(services, { RATE_LIMITS: "on" });
    await request(node.url, "POST", "/api/demo/reset");
  });
  afterAll(() => limited.stop());

  it("D4 answers 429 with when to ask again, and reading stays free", async () => {
    const cookie = await newCookie(limited.url);
    const hold = (wanted: object) => request<Refusal>(limited.url, "POST", "/api/holds", wanted, { cookie });
    // One that Postgres never hears of: however busy it is, whoever is admitted is told that nothing was asked for.
    const attempt = () => hold({});
    const answers: Awaited<ReturnType<typeof attempt>>[] = [];
    // However slowly they are answered, a hundred at once are more than come back meanwhile.
    const refused = await until("someone is refused", async () => {
      answers.push(...(await Promise.all(Array.from({ length: 100 }, attempt))));
      const found = answers.filter(({ status }) => status === 429);
      return found.length > 0 && found;
    });
    expect(answers.filter(({ status }) => status === 400).length).toBeGreaterThanOrEqual(100);
    expect(answers.filter(({ status }) => status !== 400 && status !== 429)).toEqual([]);
    for (const { headers, body } of refused) {
      expect(Number(headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
      expect(body).toMatchObject({ ok: false, code: "rate_limited", retryAfterMs: expect.any(Number) });
    }
    const read = await request(limited.url, "GET", "/api/shows/demo/seats", undefined, { cookie });
    expect(read.status).toBe(200);
    await until("it is served again", async () => (await hold(ok)).status === 200);
  });
});

describe("what operators see", () => {
  it("says that it lives and that it is ready", async () => {
    expect((await request(node.url, "GET", "/livez")).body).toEqual({ status: "alive" });
    expect((await request(node.url, "GET", "/readyz")).body).toEqual({
      status: "ready",
      postgres: "up",
      redis: "up",
    });
  });

  it("counts guards, statements, outcomes, sockets and the rest", async () => {
    await request(node.url, "POST", "/api/demo/reset");
    const other = await openBuyer(node.url);
    const before = {
      acquired: await metric(node.url, "lock_acquired_total"),
      refused: await metric(node.url, "lock_refused_total"),
      batches: await metric(node.url, "group_commit_batch_size_count"),
      taken: await metric(node.url, 'booking_outcomes_total{operation="hold",code="seat_taken"}'),
    };
    await buyer.ask("seat:hold", ok);
    expect(await other.ask("seat:hold", ok)).toMatchObject({ code: "seat_taken" });
    expect(await metric(node.url, "lock_acquired_total")).toBe(before.acquired + 1);
    expect(await metric(node.url, "lock_refused_total")).toBe(before.refused + 1);
    expect(await metric(node.url, "group_commit_batch_size_count")).toBe(before.batches + 1);
    expect(await metric(node.url, 'booking_outcomes_total{operation="hold",code="seat_taken"}')).toBe(
      before.taken + 1,
    );
    expect(await metric(node.url, "sockets_connected")).toBe(2);
    const { body, headers } = await request<string>(node.url, "GET", "/metrics");
    expect(headers.get("content-type")).toMatch(/^text\/plain; version=0\.0\.4/);
    for (const name of [
      "lock_errors_total",
      "lock_acquire_duration_seconds_bucket",
      "group_commit_duration_seconds_bucket",
      "holds_active",
      "holds_lapsed_total",
      "feed_lag_seconds_bucket",
      "feed_errors_total",
      "feed_catch_ups_total",
      "sockets_cut_total",
      "viewers",
    ]) {
      expect(body).toContain(`\n${name}`);
    }
    other.close();
  });

  it("sends every answer with headers that keep browsers careful", async () => {
    const { headers } = await request(node.url, "GET", "/api/shows/demo");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("x-frame-options")).toBe("DENY");
    expect(headers.get("content-security-policy")).toMatch(/default-src 'self'/);
    expect(headers.get("x-powered-by")).toBeNull();
  });
});
