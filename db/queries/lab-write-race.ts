/** What a node tells of the race it runs: how far it is, and its new steps. That it tells anything says that it lives. */
import type pg from "pg";
import type { RaceIncident, RaceResult, RaceStatus } from "#contract/lab";
import type { Localized } from "#contract/language";
import type { History } from "#histories/history";

export interface RaceNews {
  status: RaceStatus;
  answered: number;
  sold: number;
  stepsTold: number;
  stepsLeftOut: number;
  incidents: RaceIncident[];
  result: RaceResult | null;
  error: Localized | null;
  history: History | null;
  /** New steps, some at a time, each time with the number of the first. */
  steps: { first: number; packed: Buffer }[];
}

const SQL = `
WITH race AS (
  UPDATE lab_races r
  SET status = $3::race_status, answered = $4, sold = $5, steps_told = $6, steps_left_out = $7, incidents = $8, result = $9, error = $10,
      history = $13,
      alive_at = clock_timestamp(),
      ended_at = CASE WHEN ended THEN clock_timestamp() END,
      submitter = CASE WHEN ended THEN NULL ELSE r.submitter END,
      address = CASE WHEN ended THEN NULL ELSE r.address END
  FROM (SELECT $3::race_status IN ('done', 'failed') AS ended) e
  WHERE r.race_id = $1 AND r.node = $2 AND r.ended_at IS NULL
  RETURNING r.race_id
), steps AS (
  INSERT INTO lab_race_steps (race_id, first, steps)
  SELECT race.race_id, s.first, s.packed FROM race, unnest($11::int[], $12::bytea[]) AS s (first, packed)
  ON CONFLICT DO NOTHING
)
SELECT FROM race`;

/** False if the race is no longer this node's to tell of. May be repeated. */
export async function writeRace(db: pg.Pool, raceId: string, node: string, news: RaceNews): Promise<boolean> {
  const { rowCount } = await db.query(SQL, [
    raceId,
    node,
    news.status,
    news.answered,
    news.sold,
    news.stepsTold,
    news.stepsLeftOut,
    JSON.stringify(news.incidents),
    news.result,
    news.error,
    news.steps.map(({ first }) => first),
    news.steps.map(({ packed }) => packed),
    news.history,
  ]);
  return rowCount === 1;
}
