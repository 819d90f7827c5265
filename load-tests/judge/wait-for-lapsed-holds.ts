/** Waits until lapsed holds had the time to come back, so that one which does not is really lost. */
import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";

const LOOK_EVERY_MS = 200;

/** Ends when no hold lapses soon and none has lapsed without being swept, or when patience ends. */
export async function waitForLapsedHolds(client: pg.Client, patienceMs = 12_000): Promise<void> {
  const deadline = performance.now() + patienceMs;
  while (performance.now() < deadline) {
    const { rows } = await client.query<{ left: number }>(
      `SELECT count(*)::int AS left FROM seats
       WHERE status = 'held' AND hold_until < now() + $1::int * interval '1 millisecond'`,
      [Math.ceil(deadline - performance.now())],
    );
    if (rows[0]?.left === 0) return;
    await delay(LOOK_EVERY_MS);
  }
}
