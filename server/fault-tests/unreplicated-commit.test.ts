/**
 * A sale is sold when a synchronous standby has it. The standby stands still, the sale waits for it, and somebody cancels
 * that wait: Postgres then says that all is well, and warns. Whoever believes it has sold what a failover takes back.
 */
import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { queryReplicated } from "#db/replicated-query";
import { type Buyer, openBuyer } from "#testing/buyer";
import { startTestNode, type TestNode } from "#testing/node";
import { startPostgres, type TestPostgres } from "#testing/postgres";
import { startRedis, type TestRedis } from "#testing/redis";
import { until } from "#testing/until";

const showId = "demo";
let primary: TestPostgres;
let standby: TestPostgres;
let redis: TestRedis;
let node: TestNode;
let sql: pg.Pool;
let buyer: Buyer;

beforeAll(async () => {
  const settings = { synchronous_commit: "on", wal_sender_timeout: "0" };
  [primary, redis] = await Promise.all([startPostgres({ settings }), startRedis()]);
  standby = await startPostgres({ settings: { wal_receiver_timeout: "0" }, standbyOf: primary });
  sql = new pg.Pool({ connectionString: primary.url, max: 4 });
  await until("the standby follows", async () => (await replication()) === "async");
  await sql.query("ALTER SYSTEM SET synchronous_standby_names = 'standby'");
  await sql.query("SELECT pg_reload_conf()");
  await until("its commits are waited for", async () => (await replication()) === "sync");
  node = await startTestNode({ databaseUrl: primary.url, redisUrl: redis.url });
  buyer = await openBuyer(node.url);
});
beforeEach(async () => {
  await buyer.http("POST", "/api/demo/reset");
});
afterAll(async () => {
  standby.resume();
  buyer.close();
  await node.stop();
  await sql.end();
  await standby.remove();
  await redis.stop();
  await primary.remove();
});

async function replication(): Promise<string | undefined> {
  const { rows } = await sql.query<{ sync_state: string }>(
    "SELECT sync_state FROM pg_stat_replication WHERE application_name = 'standby' AND state = 'streaming'",
  );
  return rows[0]?.sync_state;
}

/** How many commits wait for the standby; their wait is cancelled. */
async function cancelWaits(): Promise<number> {
  const { rows } = await sql.query(
    "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'",
  );
  return rows.length;
}

it("X9 a sale whose wait for the standby is cancelled is pending, and sold once the standby has it", async () => {
  standby.pause();
  const request = { showId, seats: ["A1"], idempotencyKey: "cancelled" };
  const asked = buyer.ask("seat:book", request);
  await until("everyone can see the sale, although the standby has not got it", async () => {
    await cancelWaits();
    const { rowCount } = await sql.query("SELECT FROM bookings WHERE show_id = $1", [showId]);
    return rowCount === 1;
  });
  expect(await asked).toMatchObject({ ok: false, code: "pending" });
  const again = buyer.ask("seat:book", request);
  await until("the repetition waits for the standby too", async () => {
    const { rows } = await sql.query("SELECT FROM pg_stat_activity WHERE wait_event = 'SyncRep'");
    return rows.length > 0;
  });
  standby.resume();
  const answer = await again;
  expect(["ok", "pending"]).toContain(answer.ok ? "ok" : answer.code);
  await until("it is sold", async () => (await buyer.ask("seat:book", request)).ok);
  const copy = new pg.Client({ connectionString: standby.url });
  await copy.connect();
  await until("the standby shows it", async () => {
    const { rows } = await copy.query("SELECT FROM bookings WHERE show_id = $1", [showId]);
    return rows.length === 1;
  });
  await copy.end();
});

it("X9 Postgres itself answers such a commit as if all were well", async () => {
  standby.pause();
  const write = { text: "UPDATE shows SET version = version WHERE show_id = $1", values: [showId] };
  const believed = sql.query(write);
  const doubted = queryReplicated(sql, write).then(
    () => "replicated",
    (error: Error) => error.name,
  );
  let answered = false;
  const both = Promise.all([believed, doubted]).finally(() => {
    answered = true;
  });
  await until("both commits are answered", async () => {
    await cancelWaits();
    return answered;
  });
  const [{ rowCount }, verdict] = await both;
  expect(rowCount).toBe(1);
  expect(verdict).toBe("PostgresUnavailable");
  standby.resume();
});
