import type pg from "pg";
import type { LoggedChanges } from "./log-changes";

const SQL = `
  SELECT c.seat, c.status FROM seat_changes c
  WHERE c.show_id = $1::text AND c.version > $2::int ORDER BY c.version LIMIT $3::int`;

/** The changes of a show after a version, oldest first. A shorter log than the versions demand means it was pruned. */
export async function readChangesAfter(
  pool: pg.Pool,
  showId: string,
  version: number,
  limit: number,
): Promise<LoggedChanges> {
  const { rows } = await pool.query<{ seat: number; status: LoggedChanges["changes"][number][1] }>({
    name: "read-changes",
    text: SQL,
    values: [showId, version, limit],
  });
  return {
    showId,
    from: version,
    to: version + rows.length,
    changes: rows.map(({ seat, status }) => [seat, status]),
  };
}

/** The current version of each show, for noticing what was missed. */
export async function readVersions(pool: pg.Pool, showIds: string[]): Promise<Map<string, number>> {
  const { rows } = await pool.query<{ id: string; version: number }>({
    name: "read-versions",
    text: "SELECT id, version FROM shows WHERE id = ANY ($1::text[])",
    values: [showIds],
  });
  return new Map(rows.map(({ id, version }) => [id, version]));
}

const KEEP_HOURS = 24;

/** Old changes are of no use to anyone: whoever is that far behind takes a snapshot. */
export async function pruneChanges(pool: pg.Pool): Promise<void> {
  await pool.query("DELETE FROM seat_changes WHERE changed_at < now() - make_interval(hours => $1)", [
    KEEP_HOURS,
  ]);
}
