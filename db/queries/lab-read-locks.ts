import type pg from "pg";

/** The locks of these names that somebody holds now. */
export async function readLockTable(
  db: pg.Pool,
  names: string[],
): Promise<{ key: string; node: number; owner: string; ttlMs: number }[]> {
  const { rows } = await db.query<{ key: string; owner: string; ttl_ms: number }>(
    `SELECT name AS key, owner,
            (extract(epoch FROM expires_at - clock_timestamp()) * 1000)::integer AS ttl_ms
     FROM lab_locks WHERE name = ANY($1::text[]) AND expires_at > clock_timestamp() /* referee */`,
    [names],
  );
  return rows.map(({ key, owner, ttl_ms }) => ({ key, node: 1, owner, ttlMs: ttl_ms }));
}
