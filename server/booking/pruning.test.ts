/** That a node really prunes; what `prune` removes is told in db/queries/prune.test.ts. */
import pg from "pg";
import { expect, it, onTestFinished } from "vitest";
import { createDatabaseClock } from "#db/database-clock";
import { createLog } from "#server/ops/log";
import { createMetrics } from "#server/ops/metrics";
import { createTestDatabase } from "#testing/database";
import { until } from "#testing/until";
import { startSweeper } from "./lapse-sweeper";

it("F11 what nobody needs any more is removed now and then, a few rows at a time until none is left", async () => {
  const database = await createTestDatabase();
  const pool = new pg.Pool({ connectionString: database.url, max: 3 });
  await pool.query(
    `INSERT INTO seat_changes (show_id, version, seats, status, changed_at)
     SELECT 'demo', n, '{0}', 'held', now() - CASE WHEN n <= 5 THEN interval '25 hours' ELSE interval '1 hour' END
     FROM generate_series(1, 7) AS n`,
  );
  const sweeper = startSweeper({
    pool,
    clock: createDatabaseClock(),
    metrics: createMetrics(),
    log: createLog("silent"),
    sweepMs: 10,
    publish() {},
    onLapse() {},
    pruning: { everyMs: 100, rows: 2 },
  });
  onTestFinished(async () => {
    await sweeper.stop();
    await pool.end();
    await database.drop();
  });
  const versions = async () => {
    const { rows } = await pool.query<{ version: number }>("SELECT version FROM seat_changes ORDER BY 1");
    return rows.map(({ version }) => version);
  };
  await until("only what is younger than a day is left", async () => (await versions()).length <= 2);
  expect(await versions()).toEqual([6, 7]);
  await pool.query("UPDATE seat_changes SET changed_at = now() - interval '25 hours' WHERE version = 6");
  await until(
    "what has become old meanwhile goes with the next round",
    async () => (await versions()).length < 2,
  );
  expect(await versions()).toEqual([7]);
});
