import type pg from "pg";
import type { Snapshot } from "#contract/shows";

/** The first letter of a status is its wire code, but for `blocked`. */
const SQL = `
  SELECT s.version,
         (SELECT string_agg(CASE c.status WHEN 'blocked' THEN 'x' ELSE left(c.status::text, 1) END, '' ORDER BY c.seat)
          FROM seats c WHERE c.show_id = $1::text) AS seats
  FROM shows s WHERE s.show_id = $1::text`;

/** One statement, so the version and the seats are of the same moment. Null also if its seats have been archived. */
export async function readSnapshot(pool: pg.Pool, showId: string): Promise<Snapshot | null> {
  const { rows } = await pool.query<{ version: number; seats: string | null }>({
    name: "read-snapshot",
    text: SQL,
    values: [showId],
  });
  const row = rows[0];
  return row?.seats ? { showId, version: row.version, seats: row.seats } : null;
}
