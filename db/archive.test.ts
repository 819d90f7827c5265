import { spawnSync } from "node:child_process";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { BookingDetails } from "#contract/outcomes";
import { type Buyer, openBuyer, request } from "#testing/buyer";
import { startTestNode, type TestNode } from "#testing/node";
import { startServices, type TestServices } from "#testing/services";
import { archiveShows, readLimit } from "./archive";

const DAY_MS = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS);

let services: TestServices;
let node: TestNode;
let buyer: Buyer;
/** Shows of the seeded programme, none of which has been looked at. */
let shows: string[];

beforeAll(async () => {
  services = await startServices();
  node = await startTestNode(services);
  buyer = await openBuyer(node.url);
});
beforeEach(async () => {
  const { rows } = await services.sql.query<{ id: string }>(
    "SELECT show_id AS id FROM shows WHERE starts_at > now() + interval '1 day' AND show_id <> 'demo' ORDER BY starts_at",
  );
  shows = rows.map(({ id }) => id);
});
/** What was archived comes back, as docs/operations.md has it, and is to come again. */
afterEach(async () => {
  await services.sql.query("DELETE FROM payments");
  await services.sql.query(
    `WITH back AS (DELETE FROM archive.seats RETURNING *)
     INSERT INTO seats (show_id, seat, label, price_class, status, fence, hold_id, held_by, held_since, hold_until, booking_reference)
     SELECT show_id, seat, label, price_class, status, fence, hold_id, held_by, held_since, hold_until, booking_reference
     FROM back`,
  );
  await services.sql.query("DELETE FROM shows WHERE show_id = 'lab-old'");
  await services.sql.query("UPDATE shows SET starts_at = $1 WHERE starts_at < now() - interval '30 days'", [
    inDays(3),
  ]);
});
afterAll(async () => {
  buyer.close();
  await node.stop();
  await services.remove();
});

async function moveShows(ids: string[], startsAt: Date): Promise<void> {
  await services.sql.query("UPDATE shows SET starts_at = $2 WHERE show_id = ANY ($1)", [ids, startsAt]);
}

async function seatsOf(table: "seats" | "archive.seats", ids: string[]): Promise<Record<string, unknown>[]> {
  const { rows } = await services.sql.query<Record<string, unknown>>(
    `SELECT * FROM ${table} WHERE show_id = ANY ($1) ORDER BY show_id, seat`,
    [ids],
  );
  return rows;
}

describe("archiving", () => {
  it("moves the seats of shows before a day as they are, and no others", async () => {
    const [old = "", older = "", recent = ""] = shows;
    await moveShows([old, older], inDays(-100));
    await moveShows([recent], inDays(-80));
    const before = await seatsOf("seats", [old, older]);
    const all = await services.sql.query("SELECT FROM seats");
    expect(await archiveShows(services.databaseUrl, inDays(-90))).toEqual({
      shows: 2,
      seats: before.length,
      unsettled: 0,
    });
    expect(await seatsOf("seats", [old, older])).toEqual([]);
    const archived = await seatsOf("archive.seats", [old, older]);
    expect(archived.map(({ archived_at: _, ...seat }) => seat)).toEqual(before);
    expect((await services.sql.query("SELECT FROM seats")).rowCount).toBe(
      (all.rowCount ?? 0) - before.length,
    );
    expect(await archiveShows(services.databaseUrl, inDays(-90))).toEqual({
      shows: 0,
      seats: 0,
      unsettled: 0,
    });
  });

  it("goes on where it was interrupted", async () => {
    const [first = "", second = ""] = shows;
    await moveShows([first, second], inDays(-100));
    await services.sql.query(
      "INSERT INTO archive.seats SELECT c.*, now() FROM seats c WHERE show_id = $1 AND seat = 0",
      [second],
    );
    // The second show cannot be moved: nothing of it is, and the first was moved before.
    await expect(archiveOneByOne([first, second])).rejects.toThrow(/duplicate key/);
    expect(await seatsOf("seats", [first])).toEqual([]);
    const whole = await seatsOf("seats", [second]);
    expect(whole.length).toBeGreaterThan(1);
    await services.sql.query("DELETE FROM archive.seats WHERE show_id = $1", [second]);
    expect(await archiveShows(services.databaseUrl, inDays(-90))).toMatchObject({
      shows: 1,
      seats: whole.length,
    });
  });

  it("leaves shows with a hold or a payment that is not settled, the demo show and the lab's", async () => {
    const [held = "", paying = "", settled = ""] = shows;
    const hold = await buyer.ask("seat:hold", { showId: held, seats: [await freeSeat(held)] });
    await services.sql.query(
      `INSERT INTO payments (show_id, id, buyer, idempotency_key, hold_id, amount, last_four, status)
       VALUES ($1, 'open', 'an', 'k', 'h', 1, '4242', 'authorised'), ($2, 'closed', 'an', 'k', 'h', 1, '4242', 'captured')`,
      [paying, settled],
    );
    await services.sql.query(
      `INSERT INTO shows (show_id, movie_id, auditorium_id, starts_at, prices)
       SELECT 'lab-old', movie_id, auditorium_id, starts_at, prices FROM shows WHERE show_id = 'demo'`,
    );
    await services.sql.query(
      "INSERT INTO seats (show_id, seat, label, price_class) VALUES ('lab-old', 0, 'A1', 'vip')",
    );
    await moveShows([held, paying, settled, "demo", "lab-old"], inDays(-100));
    expect(await archiveShows(services.databaseUrl, inDays(-90))).toMatchObject({ shows: 1, unsettled: 2 });
    for (const id of [held, paying, "demo", "lab-old"])
      expect(await seatsOf("archive.seats", [id])).toEqual([]);
    expect(await seatsOf("seats", [settled])).toEqual([]);
    await buyer.ask("hold:release", { holdId: hold.ok ? hold.hold.id : "" });
  });

  it("loses nothing a buyer sees: the ticket, the list of tickets, and the answer to a repeated sale", async () => {
    const [showId = ""] = shows;
    const seats = [await freeSeat(showId)];
    const order = { showId, seats, idempotencyKey: "long ago" };
    const sold = await buyer.ask("seat:book", order);
    const reference = sold.ok ? sold.booking.reference : "";
    const read = () => buyer.http<{ booking: BookingDetails }>("GET", `/api/bookings/${reference}`);
    const before = await read();
    await moveShows([showId], inDays(-100));
    expect(await archiveShows(services.databaseUrl, inDays(-90))).toMatchObject({ shows: 1 });
    expect(before.body.booking.seats).toEqual(seats);
    expect((await read()).body).toEqual(before.body);
    const { body: all } = await buyer.http<{ bookings: BookingDetails[] }>("GET", "/api/bookings");
    expect(all.bookings).toContainEqual(before.body.booking);
    expect(await buyer.ask("seat:book", order)).toEqual(sold);
    expect(await buyer.ask("booking:cancel", { reference })).toMatchObject({ ok: false, code: "invalid" });
    // Its map is gone, and says so.
    expect(await buyer.ask("show:join", { showId })).toMatchObject({ ok: false, code: "not_found" });
    expect((await request(node.url, "GET", `/api/shows/${showId}/seats`)).status).toBe(404);
    expect(await buyer.ask("seat:hold", { showId, seats })).toMatchObject({ ok: false });
  });
});

describe("the command", () => {
  const run = (...args: string[]) =>
    spawnSync(process.execPath, ["--import", "tsx", "db/archive.ts", ...args], {
      encoding: "utf8",
      env: { ...process.env, DATABASE_URL: services.databaseUrl },
    });

  it("archives and says what it did", async () => {
    const [showId = ""] = shows;
    await moveShows([showId], new Date("2026-09-30T23:00:00+07:00"));
    const { stdout, status } = run("--before", "2026-10-01");
    expect(stdout).toMatch(/^Archived: 1 shows with \d+ seats\.$/m);
    expect(status).toBe(0);
    expect(await seatsOf("seats", [showId])).toEqual([]);
  });

  it.each([
    [],
    ["--before", "soon"],
    ["--older-than-days", "x"],
    ["--before", "2026-10-01", "--older-than-days", "9"],
  ])("asks which shows when it is told %j %j %j %j", (...args: string[]) => {
    expect(() => readLimit(args)).toThrow(/say which shows/);
  });

  it("takes days as Vietnam has them, and never the last one", async () => {
    expect(readLimit(["--before", "2026-10-01"])).toEqual(new Date("2026-09-30T17:00:00Z"));
    expect(readLimit(["--older-than-days", "90"], Date.UTC(2026, 10, 16))).toEqual(
      new Date("2026-08-18T00:00:00Z"),
    );
    await expect(archiveShows(services.databaseUrl, new Date())).rejects.toThrow(/last day/);
  });
});

async function freeSeat(showId: string): Promise<string> {
  const { rows } = await services.sql.query<{ label: string }>(
    "SELECT label FROM seats WHERE show_id = $1 AND status = 'available' AND price_class = 'standard' LIMIT 1",
    [showId],
  );
  return rows[0]?.label ?? "";
}

/** Each show in a batch of its own, in this order. */
async function archiveOneByOne(ids: string[]): Promise<void> {
  for (const [at, id] of ids.entries()) {
    await moveShows([id], inDays(-200 + at));
    await archiveShows(services.databaseUrl, inDays(-199 + at));
  }
}
