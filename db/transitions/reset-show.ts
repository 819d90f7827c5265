/** Everything back to available, bookings and payments forgotten, versions going on. Only the demonstration show is ever reset. */
import { CHANGES_ANSWER, type ChangesRow, logChanges } from "./log-changes";
import { defineShowFunction, LOCK_SHOW, showFunction } from "./show-function";

export const RESET_SHOW = showFunction("reset_show");

export const RESET_SHOW_FUNCTION = defineShowFunction(RESET_SHOW, {
  answers: `${CHANGES_ANSWER}, OUT all_fences int[]`,
  body: `${LOCK_SHOW}
  WITH freed AS (
    UPDATE seats s
    SET status = 'available', hold_id = NULL, held_by = NULL, held_since = NULL, hold_until = NULL, booking_reference = NULL
    WHERE s.show_id = p_show AND s.status IN ('held', 'booked')
    RETURNING s.seat, s.fence
  )
  SELECT array_agg(f.seat), array_agg(f.fence) INTO changed, fences FROM freed f;
  DELETE FROM booking_seats b WHERE b.show_id = p_show;
  DELETE FROM bookings b WHERE b.show_id = p_show;
  DELETE FROM payments p WHERE p.show_id = p_show;
  DELETE FROM refused_keys k WHERE k.show_id = p_show;
  UPDATE shows s SET has_refused_keys = false WHERE s.show_id = p_show AND s.has_refused_keys;
  SELECT array_agg(s.fence ORDER BY s.seat) INTO all_fences FROM seats s WHERE s.show_id = p_show;
  IF cardinality(changed) > 0 THEN${logChanges("available", "- cardinality(changed)")}
  END IF;`,
});

export interface ResetRow extends ChangesRow {
  /** Of every seat, in the order of their numbers. */
  all_fences: number[];
}
