import type pg from "pg";
import type { SeatStatus } from "#contract/seat-codes";
import type { LoggedChanges } from "#db/transitions/log-changes";

const SQL = `
  SELECT c.version, c.seats, c.status FROM seat_changes c
  WHERE c.show_id = $1::text AND c.version > $2::int ORDER BY c.version LIMIT $3::int`;

/**
 * The changes of a show after a version, oldest first, from at most so many rows of the log. Undefined: the log has
 * been pruned, and what is left of it does not follow on from that version.
 */
export async function readChangesAfter(
  pool: pg.Pool,
  showId: string,
  after: number,
  limit: number,
): Promise<LoggedChanges | undefined> {
  const { rows } = await pool.query<{ version: number; seats: number[]; status: SeatStatus }>({
    name: "read-changes",
    text: SQL,
    values: [showId, after, limit],
  });
  const changes: LoggedChanges["changes"] = [];
  let at = after;
  for (const { version, seats, status } of rows) {
    const from = version - seats.length;
    if (from > at) return undefined;
    for (const seat of seats.slice(at - from)) changes.push([seat, status]);
    at = version;
  }
  return { showId, from: after, to: at, changes };
}

/** The current version of each show and how many of its seats are taken, for noticing what was missed. */
export async function readVersions(
  pool: pg.Pool,
  showIds: string[],
): Promise<{ showId: string; version: number; taken: number }[]> {
  const { rows } = await pool.query<{ showId: string; version: number; taken: number }>({
    name: "read-versions",
    text: `
      SELECT show_id AS "showId", version, seats_taken AS taken FROM shows WHERE show_id = ANY ($1::text[])`,
    values: [showIds],
  });
  return rows;
}
