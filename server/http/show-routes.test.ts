import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { SeatChange } from "#contract/seat-codes";
import type { Programme } from "#contract/shows";
import { type Buyer, openBuyer, request } from "#testing/buyer";
import { startTestNode, type TestNode } from "#testing/node";
import { startServices, type TestServices } from "#testing/services";

const showId = "demo";
const path = `/api/shows/${showId}/seats`;

interface Seats {
  version: number;
  seats?: string;
  labels?: string[];
  from?: number;
  changes?: SeatChange[];
}

let services: TestServices;
let node: TestNode;
let buyer: Buyer;

beforeAll(async () => {
  services = await startServices();
  node = await startTestNode(services);
  buyer = await openBuyer(node.url);
});
afterAll(async () => {
  buyer.close();
  await node.stop();
  await services.remove();
});

const read = (query = "", headers: Record<string, string> = {}) =>
  request<Seats>(node.url, "GET", `${path}${query}`, undefined, headers);

it("lists movies and shows, with how many seats are left by the database", async () => {
  const { body } = await request<Programme>(node.url, "GET", "/api/shows");
  const { rows } = await services.sql.query<{ id: string; left: number }>(
    `SELECT s.show_id AS id, count(c.seat) FILTER (WHERE c.status = 'available')::int AS left
     FROM shows s JOIN seats c ON c.show_id = s.show_id WHERE s.starts_at > now() GROUP BY s.show_id`,
  );
  expect(body.movies.length).toBeGreaterThan(0);
  const told = new Map(body.shows.map((show) => [show.id, show.seatsLeft]));
  for (const { id, left } of rows) expect([id, told.get(id)]).toEqual([id, left]);
});

it("describes one screening with its layout and prices", async () => {
  const { body } = await request(node.url, "GET", `/api/shows/${showId}`);
  expect(body).toMatchObject({
    id: showId,
    auditorium: { layout: { rows: expect.any(Array) } },
    prices: { standard: 90_000 },
  });
});

describe.each([
  ["a map nobody watches", false],
  ["a map that is watched", true],
])("the seats of %s", (_, watched) => {
  beforeAll(async () => {
    const joined = await buyer.ask("show:join", { showId });
    if (!watched) await buyer.ask("show:leave", { showId });
    expect(joined.ok).toBe(true);
  });
  beforeEach(() => request(node.url, "POST", "/api/demo/reset"));

  it("F2 are one letter each in the order of the labels", async () => {
    await buyer.ask("seat:hold", { showId, seats: ["A2"] });
    await buyer.ask("seat:book", { showId, seats: ["A3"], idempotencyKey: `${watched}` });
    const { body } = await read();
    const { rows } = await services.sql.query<{ label: string }>(
      "SELECT label FROM seats WHERE show_id = $1 ORDER BY seat",
      [showId],
    );
    expect(body.labels).toEqual(rows.map(({ label }) => label));
    expect(body.seats?.slice(0, 4)).toBe("ahba");
    expect(body.seats).toHaveLength(rows.length);
  });

  it("are not sent again to whoever has them", async () => {
    const first = await read();
    const etag = first.headers.get("etag") ?? "";
    expect(etag).toContain(String(first.body.version));
    const same = await read("", { "if-none-match": etag });
    expect([same.status, same.body]).toEqual([304, ""]);
    await buyer.ask("seat:hold", { showId, seats: ["A1"] });
    const changed = await read("", { "if-none-match": etag });
    expect(changed.status).toBe(200);
    expect(changed.headers.get("etag")).not.toBe(etag);
    expect(changed.body.version).toBe(first.body.version + 1);
  });

  it("F2 since a version are the changes after it, the last of each seat", async () => {
    const { version } = (await read()).body;
    const hold = await buyer.ask("seat:hold", { showId, seats: ["A1", "A2"] });
    if (hold.ok) await buyer.ask("hold:release", { holdId: hold.hold.id, seats: ["A1"] });
    const { body } = await read(`?since=${version}`);
    expect(body).toMatchObject({ showId, from: version, version: version + 3 });
    expect(body.changes?.toSorted()).toEqual([
      [0, "a"],
      [1, "h"],
    ]);
    expect((await read(`?since=${version + 3}`)).body).toMatchObject({ from: version + 3, changes: [] });
  });

  it("since a version that was never reached are all of them", async () => {
    const { body } = await read("?since=999999");
    expect(body.seats).toBeDefined();
    expect(body.changes).toBeUndefined();
  });
});
