/**
 * Puts a race at the end of the line that all nodes share, unless its submitter has one there, its address has too
 * many, or the line is full. Under a lock, so that two who ask at once are counted one after the other.
 */
import type pg from "pg";
import type { RaceSettings } from "#contract/lab";

/** Whoever changes the line has it alone until the statement's end. */
export const LOCK_LINE = "PERFORM pg_advisory_xact_lock(hashtextextended('last-seat races', 0))";

export const SUBMIT_RACE_FUNCTION = `
CREATE OR REPLACE FUNCTION lab_submit_race(
  p_race_id text, p_submitter text, p_address text, p_settings jsonb, p_requests int, p_lock_ttl_ms int,
  p_per_address float8, p_max_queued int, OUT verdict text) LANGUAGE plpgsql AS $$
DECLARE
  line record;
BEGIN
  ${LOCK_LINE};
  SELECT count(*) FILTER (WHERE status = 'queued') AS queued,
         count(*) FILTER (WHERE address = p_address) AS of_address,
         count(*) FILTER (WHERE submitter = p_submitter) AS of_submitter
  INTO line FROM lab_races WHERE ended_at IS NULL;
  IF line.of_submitter > 0 OR line.of_address >= p_per_address THEN
    verdict := 'rate_limited';
  ELSIF line.queued >= p_max_queued THEN
    verdict := 'unavailable';
  ELSE
    INSERT INTO lab_races (race_id, submitter, address, settings, requests, lock_ttl_ms)
    VALUES (p_race_id, p_submitter, p_address, p_settings, p_requests, p_lock_ttl_ms);
    verdict := 'submitted';
  END IF;
END $$`;

export interface SubmittedRace {
  raceId: string;
  submitter: string;
  address: string;
  settings: RaceSettings;
  requests: number;
  lockTtlMs: number | null;
}

export async function submitRace(
  db: pg.Pool,
  race: SubmittedRace,
  limits: { perAddress: number; maxQueued: number },
): Promise<"submitted" | "rate_limited" | "unavailable"> {
  const { raceId, submitter, address, settings, requests, lockTtlMs } = race;
  const { rows } = await db.query<{ verdict: "submitted" | "rate_limited" | "unavailable" }>(
    "SELECT verdict FROM lab_submit_race($1, $2, $3, $4, $5, $6, $7, $8)",
    [raceId, submitter, address, settings, requests, lockTtlMs, limits.perAddress, limits.maxQueued],
  );
  return rows[0]?.verdict ?? "unavailable";
}
