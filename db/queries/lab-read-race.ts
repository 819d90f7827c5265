/** Races as they stand, and their steps. */
import type pg from "pg";
import type { RaceIncident, RaceResult, RaceSettings, RaceStatus } from "#contract/lab";
import type { Localized } from "#contract/language";
import type { History } from "#histories/history";

export interface RaceRow {
  raceId: string;
  settings: RaceSettings;
  status: RaceStatus;
  position: number;
  requests: number;
  answered: number;
  sold: number;
  lockTtlMs: number | null;
  stepsTold: number;
  stepsLeftOut: number;
  incidents: RaceIncident[];
  result: RaceResult | null;
  error: Localized | null;
}

export async function readRaces(db: pg.Pool, raceIds: string[]): Promise<RaceRow[]> {
  const { rows } = await db.query<RaceRow>(
    `SELECT race_id AS "raceId", settings, status, requests, answered, sold, lock_ttl_ms AS "lockTtlMs",
            steps_told AS "stepsTold", steps_left_out AS "stepsLeftOut", incidents, result, error,
            CASE WHEN status = 'queued' THEN (
              SELECT count(*) FROM lab_races b WHERE b.ended_at IS NULL AND b.number < r.number) ELSE 0 END::integer AS position
     FROM lab_races r WHERE race_id = ANY ($1::text[])`,
    [raceIds],
  );
  return rows;
}

/** Of a race that is over. */
export async function readRaceHistory(db: pg.Pool, raceId: string): Promise<History | undefined> {
  const { rows } = await db.query<{ history: History | null }>(
    "SELECT history FROM lab_races WHERE race_id = $1::text AND ended_at IS NOT NULL",
    [raceId],
  );
  return rows[0]?.history ?? undefined;
}

export interface PackedSteps {
  first: number;
  packed: Buffer;
}

/** The lists that have the steps from the one number up to the other; undefined if there is no such race. */
export async function readPackedSteps(
  db: pg.Pool,
  raceId: string,
  from: number,
  to: number,
): Promise<{ stepsTold: number; lists: PackedSteps[] } | undefined> {
  const { rows } = await db.query<{ stepsTold: number } & (PackedSteps | { first: null; packed: null })>(
    `SELECT r.steps_told AS "stepsTold", s.first, s.steps AS packed
     FROM lab_races r
     LEFT JOIN lab_race_steps s ON s.race_id = r.race_id AND s.first < $3::integer AND s.first >= (
       SELECT max(b.first) FROM lab_race_steps b WHERE b.race_id = r.race_id AND b.first <= $2::integer)
     WHERE r.race_id = $1::text ORDER BY s.first`,
    [raceId, from, to],
  );
  const [race] = rows;
  if (!race) return undefined;
  return { stepsTold: race.stepsTold, lists: rows.flatMap((row) => (row.first === null ? [] : row)) };
}
