/**
 * booked → available: every seat the booking still owns, until its show begins. Cancelling twice changes nothing
 * the second time. What was taken for it is owed back from the same commit on.
 */
import { CHANGES_ANSWER, type ChangesRow, logChanges } from "./log-changes";
import { defineShowFunction, LOCK_SHOW, showFunction } from "./show-function";

export const CANCEL_BOOKING = showFunction("cancel_booking", { p_reference: "text", p_buyer: "text" });

export const CANCEL_BOOKING_FUNCTION = defineShowFunction(CANCEL_BOOKING, {
  answers: `OUT verdict text, ${CHANGES_ANSWER}`,
  declare: "v_owner text; v_key text; v_cancelled boolean;",
  body: `${LOCK_SHOW}
  SELECT b.buyer, b.idempotency_key, b.cancelled_at IS NOT NULL INTO v_owner, v_key, v_cancelled
  FROM bookings b WHERE b.show_id = p_show AND b.reference = p_reference;
  verdict := CASE WHEN v_owner IS NULL THEN 'not_found'
                  WHEN v_owner <> p_buyer THEN 'not_yours'
                  WHEN NOT v_cancelled AND v_begun THEN 'begun'
                  ELSE 'cancelled' END;
  IF verdict = 'cancelled' AND NOT v_cancelled THEN
    UPDATE bookings b SET cancelled_at = v_now WHERE b.show_id = p_show AND b.reference = p_reference;
    UPDATE booking_seats x SET released_at = v_now
    WHERE x.show_id = p_show AND x.reference = p_reference AND x.released_at IS NULL;
    WITH freed AS (
      UPDATE seats s SET status = 'available', booking_reference = NULL, held_by = NULL
      FROM booking_seats x
      WHERE x.show_id = p_show AND x.reference = p_reference
        AND s.show_id = p_show AND s.seat = x.seat AND s.status = 'booked' AND s.booking_reference = p_reference
      RETURNING s.seat, s.fence
    )
    SELECT array_agg(f.seat), array_agg(f.fence) INTO changed, fences FROM freed f;
    -- Whoever is taking the money at this moment waits here, and sees afterwards that it is owed back.
    PERFORM FROM payments p WHERE p.show_id = p_show AND p.buyer = v_owner AND p.idempotency_key = v_key FOR NO KEY UPDATE;
    UPDATE payments p SET status = 'refunding', updated_at = v_now, settle_at = v_now
    WHERE p.show_id = p_show AND p.buyer = v_owner AND p.idempotency_key = v_key AND p.status = 'captured';
    IF cardinality(changed) > 0 THEN${logChanges("available", "- cardinality(changed)")}
    END IF;
  END IF;`,
});

export interface CancelRow extends ChangesRow {
  verdict: "not_found" | "not_yours" | "begun" | "cancelled";
}
