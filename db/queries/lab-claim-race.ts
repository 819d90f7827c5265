/**
 * Gives the first race of the line to a node, unless one is running: there is one at a time on a database, because
 * two would be counted together and want more connections than Postgres admits. A race whose node has not been heard
 * of for a while is over first.
 */
import type pg from "pg";
import type { RaceSettings } from "#contract/lab";
import type { Localized } from "#contract/language";
import { LOCK_LINE } from "./lab-submit-race";

export const CLAIM_RACE_FUNCTION = `
CREATE OR REPLACE FUNCTION lab_claim_race(p_node text, p_lost_after_ms int, p_lost jsonb)
RETURNS TABLE (id text, race_settings jsonb) LANGUAGE plpgsql AS $$
BEGIN
  ${LOCK_LINE};
  UPDATE lab_races SET status = 'failed', error = p_lost, ended_at = clock_timestamp(), submitter = NULL, address = NULL
  WHERE ended_at IS NULL AND alive_at < clock_timestamp() - p_lost_after_ms * interval '1 millisecond';
  RETURN QUERY
    UPDATE lab_races r SET status = 'preparing', node = p_node, alive_at = clock_timestamp()
    WHERE r.race_id = (SELECT q.race_id FROM lab_races q WHERE q.ended_at IS NULL ORDER BY q.number LIMIT 1)
      AND r.status = 'queued'
      AND NOT EXISTS (SELECT FROM lab_races o WHERE o.ended_at IS NULL AND o.status <> 'queued')
    RETURNING r.race_id, r.settings;
END $$`;

export async function claimRace(
  db: pg.Pool,
  node: string,
  lost: { afterMs: number; error: Localized },
): Promise<{ raceId: string; settings: RaceSettings } | undefined> {
  const { rows } = await db.query<{ raceId: string; settings: RaceSettings }>(
    `SELECT id AS "raceId", race_settings AS settings FROM lab_claim_race($1, $2, $3)`,
    [node, lost.afterMs, lost.error],
  );
  return rows[0];
}
