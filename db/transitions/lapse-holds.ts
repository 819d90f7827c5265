/**
 * Makes lapsed holds visible. They were free for every buyer from the moment they lapsed; this only writes it
 * down, and says when the next hold of the show ends.
 */
import type pg from "pg";
import { CHANGES_ANSWER, type ChangesRow, logChanges } from "./log-changes";
import { defineShowFunction, showFunction } from "./show-function";

const DUE = "s.show_id = p_show AND s.status = 'held' AND s.hold_until <= v_now";

export const LAPSE_HOLDS = showFunction("lapse_holds", { skip_busy: "boolean" });

/**
 * Another node may have been faster: then the show has no such moment any more, and nothing is done. With `skip_busy` a
 * show that someone else has at this moment is not waited for, so that a call for many of them waits for none.
 */
export const LAPSE_HOLDS_FUNCTION = defineShowFunction(LAPSE_HOLDS, {
  answers: `OUT lapsed json, OUT skipped boolean, ${CHANGES_ANSWER}`,
  declare: "v_due boolean; v_next timestamptz;",
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
    SELECT array_agg(s.seat), array_agg(s.fence), json_agg(json_build_array(s.hold_id, s.held_by, s.seat))
    INTO changed, fences, lapsed FROM seats s WHERE ${DUE};
    -- The show is ours: these are the same.
    UPDATE seats s SET status = 'available', hold_id = NULL, held_by = NULL, held_since = NULL, hold_until = NULL WHERE ${DUE};
    SELECT min(s.hold_until) INTO v_next FROM seats s WHERE s.show_id = p_show AND s.status = 'held';
    IF cardinality(changed) > 0 THEN${logChanges("available", "- cardinality(changed)", "v_next")}
    ELSE
      UPDATE shows s SET next_lapse = v_next WHERE s.show_id = p_show;
    END IF;
  END IF;`,
});

export interface LapseRow extends ChangesRow {
  lapsed: [holdId: string, buyer: string, seat: number][] | null;
  /** Nothing was looked at: someone else has the show, or was faster. */
  skipped: boolean;
}

export interface LapsedHold {
  holdId: string;
  buyer: string;
  seats: number[];
}

export function readLapsed({ lapsed }: LapseRow): LapsedHold[] {
  const holds = new Map<string, LapsedHold>();
  for (const [holdId, buyer, seat] of lapsed ?? []) {
    const hold = holds.get(holdId);
    if (hold) hold.seats.push(seat);
    else holds.set(holdId, { holdId, buyer, seats: [seat] });
  }
  for (const { seats } of holds.values()) seats.sort((one, other) => one - other);
  return [...holds.values()];
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
