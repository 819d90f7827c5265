/** held → available: seats whose hold id and fence are still those presented. Others are left alone. */
import { type FencedSeats, fencedColumns } from "./fenced-seats";
import { CHANGES_ANSWER, logChanges } from "./log-changes";
import { defineShowFunction, LOCK_SHOW, type ShowCall, showFunction } from "./show-function";

export const RELEASE_SEATS = showFunction("release_seats", {
  w_request: "int[]",
  w_hold: "text[]",
  w_seat: "int[]",
  w_fence: "int[]",
});

export const RELEASE_SEATS_FUNCTION = defineShowFunction(RELEASE_SEATS, {
  answers: CHANGES_ANSWER,
  body: `${LOCK_SHOW}
  WITH released AS (
    UPDATE seats s
    SET status = 'available', hold_id = NULL, held_by = NULL, held_since = NULL, hold_until = NULL
    FROM unnest(w_hold, w_seat, w_fence) AS w (hold_id, seat, fence)
    WHERE s.show_id = p_show AND s.seat = w.seat AND s.status = 'held' AND s.hold_id = w.hold_id AND s.fence = w.fence
    RETURNING s.seat, s.fence
  )
  SELECT array_agg(r.seat), array_agg(r.fence) INTO changed, fences FROM released r;
  IF cardinality(changed) > 0 THEN${logChanges("available", "- cardinality(changed)")}
  END IF;`,
});

export function releaseCall(showId: string, holds: FencedSeats[]): ShowCall {
  return { showId, columns: fencedColumns(holds) };
}
