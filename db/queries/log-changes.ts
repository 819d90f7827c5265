import { SHOW_ORDER } from "./lock-order";

/**
 * The end of every function that changes seats: raises each show's version by the number of its changes and
 * logs them under the new versions, in the order given. The show's row lock, held until commit, is what makes
 * the log of a show gap-free and ordered by commit. Answers the version each show had before, by its place in
 * `show_ids`; both arrays of changes are in lock order.
 */
export const LOG_CHANGES_FUNCTION = `
CREATE OR REPLACE FUNCTION log_changes(
  show_ids text[], c_show int[], c_seat smallint[], new_status seat_status, lapse timestamptz
) RETURNS int[] LANGUAGE plpgsql AS $$
DECLARE
  show record;
  base int;
  bases int[] := array_fill(NULL::int, ARRAY[cardinality(show_ids)]);
  before_first int[] := bases;
  logged int := 0;
BEGIN
  FOR show IN
    SELECT c.show AS place, count(*)::int AS changes FROM unnest(c_show) AS c (show) GROUP BY c.show ORDER BY c.show
  LOOP
    UPDATE shows s SET version = s.version + show.changes, next_lapse = least(s.next_lapse, lapse)
    WHERE s.id = show_ids[show.place]
    RETURNING s.version - show.changes INTO STRICT base;
    bases[show.place] := base;
    before_first[show.place] := base - logged;
    logged := logged + show.changes;
  END LOOP;

  INSERT INTO seat_changes (show_id, version, seat, status)
  SELECT show_ids[c.show], before_first[c.show] + c.place, c.seat, new_status
  FROM unnest(c_show, c_seat) WITH ORDINALITY AS c (show, seat, place);
  RETURN bases;
END $$`;

/**
 * The same as the tail of a single statement. Given a CTE `changed (show_id, seat, status, hold_until)`
 * it raises and logs; for the statements that are not in a hurry.
 */
export const LOG_CHANGES = `
  touched AS MATERIALIZED (
    SELECT c.show_id, count(*)::int AS changes, min(c.hold_until) AS lapse FROM changed c GROUP BY c.show_id
  ),
  ordered AS MATERIALIZED (
    SELECT s.id FROM shows s WHERE s.id IN (SELECT show_id FROM touched) ORDER BY s.id ${SHOW_ORDER} FOR NO KEY UPDATE
  ),
  raised AS (
    UPDATE shows s
    SET version = s.version + t.changes, next_lapse = least(s.next_lapse, t.lapse)
    FROM touched t JOIN ordered o ON o.id = t.show_id
    WHERE s.id = t.show_id
    RETURNING s.id AS show_id, s.version - t.changes AS base
  ),
  logged AS (
    INSERT INTO seat_changes (show_id, version, seat, status)
    SELECT c.show_id, r.base + (row_number() OVER (PARTITION BY c.show_id ORDER BY c.seat))::int, c.seat, c.status
    FROM changed c JOIN raised r ON r.show_id = c.show_id
    RETURNING show_id, version, seat, status
  )`;

/** The matching select: one `[showId, from, [[seat, status], …]]` per show. */
export const SELECT_CHANGES = `
  (SELECT json_agg(json_build_array(l.show_id, l.base, l.changes))
   FROM (SELECT show_id, min(version) - 1 AS base, json_agg(json_build_array(seat, status) ORDER BY version) AS changes
         FROM logged GROUP BY show_id) l)`;

/** What such a statement answers beside its verdicts. */
export interface LoggedChanges {
  showId: string;
  from: number;
  to: number;
  changes: [seat: number, status: "available" | "held" | "booked" | "blocked"][];
}

export type ChangesRow = [showId: string, from: number, changes: LoggedChanges["changes"]][] | null;

export function readChanges(rows: ChangesRow): LoggedChanges[] {
  return (rows ?? []).map(([showId, from, changes]) => ({
    showId,
    from,
    to: from + changes.length,
    changes,
  }));
}
