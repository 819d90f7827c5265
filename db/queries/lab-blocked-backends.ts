import type pg from "pg";

/** Which of these backends wait for a lock, and for which backends each of them waits. */
export async function blockedBackends(
  db: pg.Pool,
  pids: number[],
): Promise<{ pid: number; blockedBy: number[] }[]> {
  const { rows } = await db.query<{ pid: number; blockedBy: number[] }>(
    `SELECT pid, blocked_by AS "blockedBy"
     FROM unnest($1::integer[]) AS pid, pg_blocking_pids(pid) AS blocked_by
     WHERE cardinality(blocked_by) > 0`,
    [pids],
  );
  return rows;
}
