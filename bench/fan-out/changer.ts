/** Another node, on which seats change at a given rate: it commits them, logged as ever, and publishes the batches. */
import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";
import {
  type ChangesRow,
  LOG_CHANGES,
  type LoggedChanges,
  readChanges,
  SELECT_CHANGES,
} from "#db/queries/log-changes";

/** Commits a second at most; what fell due in between changes together, as in a group commit. */
const COMMIT_EVERY_MS = 20;
const SEATS = 1_000;

const SQL = `
  WITH changed AS (
    UPDATE seats s
    SET status = (CASE s.status WHEN 'available' THEN 'blocked' ELSE 'available' END)::seat_status
    WHERE s.show_id = $1::text AND s.seat = ANY ($2::smallint[])
    RETURNING s.show_id, s.seat, s.status, s.hold_until
  ),
  ${LOG_CHANGES}
  SELECT ${SELECT_CHANGES} AS changes`;

export interface Changed {
  base: number;
  /** When each version after `base` was committed, in epoch milliseconds. */
  commits: number[];
  tookMs: number;
}

export async function changeSeats(
  { pool, publish }: { pool: pg.Pool; publish: (batches: LoggedChanges[]) => void },
  showId: string,
  perSecond: number,
  durationMs: number,
): Promise<Changed> {
  const commits: number[] = [];
  let base: number | undefined;
  let next = 0;
  const startedAt = performance.now();
  for (;;) {
    const elapsedMs = performance.now() - startedAt;
    const due = Math.min(
      SEATS,
      Math.floor((Math.min(elapsedMs, durationMs) / 1000) * perSecond) - commits.length,
    );
    if (due > 0) {
      const seats = Array.from({ length: due }, (_, at) => (next + at) % SEATS);
      next += due;
      const { rows } = await pool.query<{ changes: ChangesRow }>({
        name: "bench-change",
        text: SQL,
        values: [showId, seats],
      });
      const [batch] = readChanges(rows[0]?.changes ?? null);
      if (!batch) throw new Error("nothing was changed");
      const committedAt = performance.timeOrigin + performance.now();
      base ??= batch.from;
      for (let change = 0; change < due; change += 1) commits.push(committedAt);
      publish([batch]);
    } else if (elapsedMs >= durationMs) {
      return { base: base ?? 0, commits, tookMs: performance.now() - startedAt };
    }
    await delay(COMMIT_EVERY_MS - ((performance.now() - startedAt) % COMMIT_EVERY_MS));
  }
}
