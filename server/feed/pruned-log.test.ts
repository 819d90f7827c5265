/**
 * A log whose beginning is gone, as pruning leaves it: whoever is within what is left gets exactly the changes, whoever
 * is behind it gets a snapshot, and nobody is given changes under versions that are not theirs.
 */
import type pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { SEAT_CODES, type SeatChange } from "#contract/seat-codes";
import { prune } from "#db/queries/prune";
import { readChangesAfter } from "#db/queries/read-changes";
import { type Buyer, openBuyer, request } from "#testing/buyer";
import { metric, startTestNode, type TestNode } from "#testing/node";
import { startServices, type TestServices } from "#testing/services";
import { until } from "#testing/until";
import { openViewer, untilTrue } from "#testing/viewer";

const showId = "demo";
let services: TestServices;
/** Sells; nobody watches there. */
let office: TestNode;
let node: TestNode;
let open: { close(): void }[] = [];

beforeAll(async () => {
  services = await startServices();
  [office, node] = await Promise.all([startTestNode(services), startTestNode(services)]);
});
beforeEach(async () => {
  await request(office.url, "POST", "/api/demo/reset");
  await services.sql.query("DELETE FROM seat_changes; UPDATE shows SET version = 0");
});
afterEach(() => {
  for (const one of open) one.close();
  open = [];
});
afterAll(async () => {
  await Promise.all([office.stop(), node.stop()]);
  // What was pruned here is no gap in a log.
  await services.sql.query("DELETE FROM seat_changes; UPDATE shows SET version = 0");
  await services.remove();
});

async function newBuyer(at: TestNode): Promise<Buyer> {
  const buyer = await openBuyer(at.url);
  open.push(buyer);
  return buyer;
}

/** Three calls: A1–A3 are held (versions 1 to 3), then sold (4 to 6), then B1 and B2 (7 and 8). */
async function sellSome(): Promise<void> {
  const buyer = await newBuyer(office);
  const held = await buyer.ask("seat:hold", { showId, seats: ["A1", "A2", "A3"] });
  await buyer.ask("booking:confirm", { holdId: held.ok ? held.hold.id : "", idempotencyKey: "a" });
  await buyer.ask("seat:book", { showId, seats: ["B1", "B2"], idempotencyKey: "b" });
}

/** Everything up to a version becomes a day old and is pruned. */
async function pruneUpTo(version: number): Promise<void> {
  await services.sql.query(
    "UPDATE seat_changes SET changed_at = now() - interval '25 hours' WHERE show_id = $1 AND version <= $2",
    [showId, version],
  );
  await prune(services.sql, 100);
}

async function truth(): Promise<string> {
  const { rows } = await services.sql.query<{ status: keyof typeof SEAT_CODES }>(
    "SELECT status FROM seats WHERE show_id = $1 ORDER BY seat",
    [showId],
  );
  return rows.map(({ status }) => SEAT_CODES[status]).join("");
}

interface Seen {
  version: number;
  seats?: string | undefined;
  changes?: SeatChange[] | undefined;
}

const doors: [door: string, ask: (since: number) => Promise<Seen>][] = [
  [
    "the socket",
    async (since) => {
      const joined = await (await newBuyer(node)).ask("show:join", { showId, since });
      if (!joined.ok) throw new Error(joined.code);
      return joined;
    },
  ],
  [
    "HTTP",
    async (since) => (await request<Seen>(node.url, "GET", `/api/shows/${showId}/seats?since=${since}`)).body,
  ],
];

describe.each(doors)("through %s", (_, ask) => {
  it("F11 whoever is behind what is left of the log gets a snapshot", async () => {
    await sellSome();
    await pruneUpTo(6);
    for (const since of [0, 2, 5]) {
      const seen = await ask(since);
      expect(seen).toMatchObject({ version: 8, seats: await truth() });
      expect(seen.changes).toBeUndefined();
    }
    await pruneUpTo(8);
    expect(await ask(7)).toMatchObject({ version: 8, seats: await truth() });
  });

  it("F11 nobody is given a log with a gap in it", async () => {
    await sellSome();
    await services.sql.query("DELETE FROM seat_changes WHERE show_id = $1 AND version = 6", [showId]);
    expect(await ask(3)).toMatchObject({ version: 8, seats: await truth() });
  });
});

describe("the log", () => {
  it("F11 answers exactly the changes after a version within it, also in the middle of a call", async () => {
    await sellSome();
    await pruneUpTo(3);
    const changesAfter = (version: number) => readChangesAfter(services.sql, showId, version, 100);
    expect(await changesAfter(8)).toEqual({ showId, from: 8, to: 8, changes: [] });
    expect((await changesAfter(6))?.changes).toEqual([
      [expect.any(Number), "booked"],
      [expect.any(Number), "booked"],
    ]);
    expect(await changesAfter(4)).toMatchObject({ from: 4, to: 8 });
    expect((await changesAfter(4))?.changes).toHaveLength(4);
    expect((await changesAfter(3))?.changes).toHaveLength(5);
    expect(await changesAfter(2)).toBeUndefined();
  });

  it("F11 over HTTP whoever is within what is left gets exactly the changes", async () => {
    await sellSome();
    await pruneUpTo(3);
    const { body } = await request<Seen>(node.url, "GET", `/api/shows/${showId}/seats?since=5`);
    expect(body).toMatchObject({ version: 8, from: 5 });
    expect(body.changes).toHaveLength(3);
    const codes = [...(await truth())];
    for (const [seat, code] of body.changes ?? []) expect(codes[seat]).toBe(code);
  });
});

it("F11 a viewer who returns within what is left gets exactly the changes, by the socket too", async () => {
  const first = await newBuyer(node);
  await first.ask("show:join", { showId });
  await sellSome();
  await pruneUpTo(3);
  await until("the node has heard of all of it", async () => {
    const joined = await first.ask("show:join", { showId });
    return joined.ok && joined.version === 8;
  });
  const joined = await (await newBuyer(node)).ask("show:join", { showId, since: 5 });
  expect(joined).toMatchObject({ ok: true, version: 8 });
  expect(joined.ok && joined.changes).toHaveLength(3);
});

it("F11 F5 a node that is behind what is left of the log takes a snapshot", async () => {
  const viewer = await openViewer(node.url, showId);
  open.push(viewer);
  const before = await metric(node.url, "feed_catch_ups_total");
  // In one commit, so that the node finds the later version and never what led to it.
  const client = await services.sql.connect();
  await client.query("BEGIN");
  await client.query(
    "UPDATE seats SET status = 'blocked', fence = fence + 1 WHERE show_id = $1 AND label IN ('A1', 'A2', 'A3')",
    [showId],
  );
  await logBlocked(client, [0, 1]);
  await client.query("DELETE FROM seat_changes WHERE show_id = $1", [showId]);
  await logBlocked(client, [2]);
  await client.query("COMMIT");
  client.release();
  await untilTrue(viewer, services.sql, showId);
  expect(viewer.version()).toBe(3);
  expect(viewer.seats().slice(0, 4)).toBe("xxxa");
  expect(await metric(node.url, "feed_catch_ups_total")).toBeGreaterThan(before);
  await services.sql.query("UPDATE seats SET status = 'available' WHERE show_id = $1", [showId]);
  await services.sql.query("UPDATE shows SET seats_taken = 0 WHERE show_id = $1", [showId]);
});

/** As every transition ends, for a change that none of them makes. */
async function logBlocked(client: pg.PoolClient, seats: number[]): Promise<void> {
  await client.query(
    `WITH raised AS (
       UPDATE shows SET version = version + cardinality($2::int[]), seats_taken = seats_taken + cardinality($2::int[])
       WHERE show_id = $1 RETURNING version
     )
     INSERT INTO seat_changes (show_id, version, seats, status) SELECT $1, version, $2::int[], 'blocked' FROM raised`,
    [showId, seats],
  );
}
