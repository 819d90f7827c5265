/**
 * Makes lapsed holds visible. They were free for every buyer from the moment they lapsed; this only writes it
 * down, and says when the next hold of the show ends.
 */
import type pg from "pg";
import { CHANGES_ANSWER, type ChangesRow, logChanges } from "./log-changes";
import { defineShowFunction, showFunction } from "./show-function";

export const LAPSE_HOLDS = showFunction("lapse_holds", { skip_busy: "boolean" });

/**
 * Another node may have been faster: then the show has no such moment any more, and nothing is done. With `skip_busy` a
 * show that someone else has at this moment is not waited for, so that a call for many of them waits for none.
 */
export const LAPSE_HOLDS_FUNCTION = defineShowFunction(LAPSE_HOLDS, {
  answers: `OUT lapsed json, OUT skipped boolean, ${CHANGES_ANSWER}`,
  declare: "v_due boolean;",
  body: `
  -- The moment is no condition here, or the show would be looked for among all that have one.
  IF skip_busy THEN
    SELECT s.next_lapse <= clock_timestamp() INTO v_due FROM shows s WHERE s.show_id = p_show FOR NO KEY UPDATE SKIP LOCKED;
  ELSE
    SELECT s.next_lapse <= clock_timestamp() INTO v_due FROM shows s WHERE s.show_id = p_show FOR NO KEY UPDATE;
  END IF;
  skipped := NOT FOUND;
  IF v_due THEN
    v_now := clock_timestamp();
    WITH due AS MATERIALIZED (
      SELECT s.seat, s.hold_id, s.held_by FROM seats s
      WHERE s.show_id = p_show AND s.status = 'held' AND s.hold_until <= v_now
    ),
    freed AS (
      UPDATE seats s
      SET status = 'available', hold_id = NULL, held_by = NULL, held_since = NULL, hold_until = NULL
      FROM due d
      WHERE s.show_id = p_show AND s.seat = d.seat
      RETURNING s.seat, s.fence
    )
    SELECT (SELECT json_agg(json_build_object('holdId', d.hold_id, 'buyer', d.held_by, 'seats', d.seats))
            FROM (SELECT e.hold_id, e.held_by, json_agg(e.seat ORDER BY e.seat) AS seats
                  FROM due e GROUP BY e.hold_id, e.held_by) d),
           (SELECT array_agg(f.seat) FROM freed f), (SELECT array_agg(f.fence) FROM freed f)
    INTO lapsed, changed, fences;
    IF cardinality(changed) > 0 THEN${logChanges("available", "- cardinality(changed)")}
    END IF;
    UPDATE shows s
    SET next_lapse = (SELECT min(c.hold_until) FROM seats c WHERE c.show_id = p_show AND c.status = 'held')
    WHERE s.show_id = p_show;
  END IF;`,
});

export interface LapseRow extends ChangesRow {
  lapsed: LapsedHold[] | null;
  /** Nothing was looked at: someone else has the show, or was faster. */
  skipped: boolean;
}

export interface LapsedHold {
  holdId: string;
  buyer: string;
  seats: number[];
}

/** The shows that may have a lapsed hold, the longest overdue first. */
export async function findShowsDue(pool: pg.Pool, limit: number): Promise<string[]> {
  const { rows } = await pool.query<{ show_id: string }>({
    name: "find-shows-due",
    text: "SELECT show_id FROM shows WHERE next_lapse <= now() ORDER BY next_lapse LIMIT $1",
    values: [limit],
  });
  return rows.map(({ show_id: showId }) => showId);
}
