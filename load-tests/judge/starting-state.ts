/** How the books stood when a run began: what happened before is not the run's. */
import type pg from "pg";

export interface StartingState {
  /** The database's clock. */
  at: Date;
  /** By show: the version and the seats, one seat code each, as in the snapshots that viewers get. */
  maps: Map<string, { version: number; seats: string }>;
}

const SQL = `
  SELECT s.show_id, sh.version,
         string_agg(CASE s.status WHEN 'available' THEN 'a' WHEN 'held' THEN 'h' WHEN 'booked' THEN 'b' ELSE 'x' END,
                    '' ORDER BY s.seat) AS seats
  FROM seats s JOIN shows sh ON sh.show_id = s.show_id
  GROUP BY s.show_id, sh.version`;

export async function readStartingState(client: pg.Client): Promise<StartingState> {
  const now = await client.query<{ at: Date }>("SELECT clock_timestamp() AS at");
  const { rows } = await client.query<{ show_id: string; version: number; seats: string }>(SQL);
  const maps = rows.map(({ show_id, version, seats }) => [show_id, { version, seats }] as const);
  return { at: now.rows[0]?.at ?? new Date(), maps: new Map(maps) };
}
