/** Another node, on which seats change at a given rate: it commits them, logged as ever, and publishes the batches. */
import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";
import type { LoggedChanges } from "#db/transitions/log-changes";

/** Commits a second at most; what fell due in between changes together, as in a group commit. */
const COMMIT_EVERY_MS = 20;
const SEATS = 1_000;

const SQL = `
  WITH changed AS (
    UPDATE seats s SET status = $3::seat_status
    WHERE s.show_id = $1::text AND s.seat = ANY ($2::int[])
    RETURNING s.seat
  ),
  raised AS (
    UPDATE shows s SET version = s.version + cardinality($2::int[]) WHERE s.show_id = $1::text RETURNING s.version
  ),
  logged AS (
    INSERT INTO seat_changes (show_id, version, seats, status) SELECT $1::text, r.version, $2::int[], $3::seat_status FROM raised r
  )
  SELECT r.version AS "to" FROM raised r`;

export interface Changed {
  base: number;
  /** When each version after `base` was committed, in epoch milliseconds. */
  commits: number[];
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
    // A call changes seats to one status: all to blocked, then all to available again.
    const due = Math.min(
      SEATS - (next % SEATS),
      Math.floor((Math.min(elapsedMs, durationMs) / 1000) * perSecond) - commits.length,
    );
    if (due > 0) {
      const seats = Array.from({ length: due }, (_, at) => (next + at) % SEATS);
      const status = Math.floor(next / SEATS) % 2 === 0 ? "blocked" : "available";
      next += due;
      const { rows } = await pool.query<{ to: number }>({
        name: "bench-change",
        text: SQL,
        values: [showId, seats, status],
      });
      const to = rows[0]?.to;
      if (to === undefined) throw new Error("nothing was changed");
      const changes = seats.map((seat): LoggedChanges["changes"][number] => [seat, status]);
      const batch = { showId, from: to - due, to, changes };
      const committedAt = performance.timeOrigin + performance.now();
      base ??= batch.from;
      for (let change = 0; change < due; change += 1) commits.push(committedAt);
      publish([batch]);
    } else if (elapsedMs >= durationMs) {
      return { base: base ?? 0, commits };
    }
    await delay(COMMIT_EVERY_MS - ((performance.now() - startedAt) % COMMIT_EVERY_MS));
  }
}
