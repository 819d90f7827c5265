/** Postgres frozen (SIGSTOP): connections stay open and nothing answers. */
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openBuyer } from "#testing/buyer";
import { brokenRules } from "#testing/invariants";
import { readiness, startTestNode, type TestNode } from "#testing/node";
import { startPostgres, type TestPostgres } from "#testing/postgres";
import { startRedis, type TestRedis } from "#testing/redis";
import { until } from "#testing/until";
import { openViewer, untilTrue } from "#testing/viewer";

const showId = "demo";
let postgres: TestPostgres;
let redis: TestRedis;
let sql: pg.Pool;
let node: TestNode;

beforeAll(async () => {
  [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
  sql = new pg.Pool({ connectionString: postgres.url, max: 2 });
  node = await startTestNode({ databaseUrl: postgres.url, redisUrl: redis.url });
});
afterAll(async () => {
  await node.stop();
  const broken = await brokenRules(sql);
  await sql.end();
  await redis.stop();
  await postgres.remove();
  expect(broken).toEqual([]);
});

it("X2 is told to everyone who asks, and what was asked meanwhile happens once or not at all", async () => {
  const [holder, booker, picker, looker] = await Promise.all([1, 2, 3, 4].map(() => openBuyer(node.url)));
  if (!holder || !booker || !picker || !looker) throw new Error("four buyers were wanted");
  const viewer = await openViewer(node.url, showId);
  const held = await holder.ask("seat:hold", { showId, seats: ["A1"] });
  const holdId = held.ok ? held.hold.id : "";
  const confirm = () => holder.ask("booking:confirm", { holdId, idempotencyKey: "k" });
  const book = () => booker.ask("seat:book", { showId, seats: ["A2"], idempotencyKey: "k" });
  const pick = () => picker.ask("seat:hold", { showId, seats: ["A3"] });
  const { rows } = await sql.query<{ id: string }>(
    "SELECT show_id AS id FROM shows WHERE show_id <> $1 LIMIT 1",
    [showId],
  );
  const elsewhere = rows[0]?.id ?? "";

  postgres.pause();
  const [confirmed, booked, picked, looked] = await Promise.all([
    confirm(),
    book(),
    pick(),
    looker.ask("show:join", { showId: elsewhere }),
  ]);
  // Pending if it was sent over a connection that stood, unavailable if none could be made.
  for (const sale of [confirmed, booked]) expect(["pending", "unavailable"]).toContain(sale.ok || sale.code);
  expect(picked).toMatchObject({ ok: false, code: "unavailable" });
  expect(looked).toMatchObject({ ok: false, code: "unavailable" });
  expect(await readiness(node.url)).toBe("down");

  postgres.resume();
  await until("it is ready", async () => (await readiness(node.url)) === "ready");
  expect(await confirm()).toMatchObject({ ok: true, booking: { seats: ["A1"] } });
  expect(await book()).toMatchObject({ ok: true, booking: { seats: ["A2"] } });
  expect(await pick()).toMatchObject({ ok: true, hold: { seats: ["A3"] } });
  const sold = await sql.query("SELECT FROM bookings WHERE show_id = $1", [showId]);
  expect(sold.rowCount).toBe(2);
  await untilTrue(viewer, sql, showId);
  expect(viewer.seats()).toMatch(/^bbha/);
  for (const one of [holder, booker, picker, looker, viewer]) one.close();
});
