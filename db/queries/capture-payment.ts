/**
 * The money is taken: `captured`, or owed back at once if the booking was cancelled meanwhile. The payment's row is
 * taken first and the booking read afterwards, as cancelling does it the other way round.
 */
import type pg from "pg";
import type { Payment } from "./payment";

export const CAPTURE_PAYMENT_FUNCTION = `
CREATE OR REPLACE FUNCTION capture_payment(p_show text, p_id text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz;
BEGIN
  PERFORM FROM payments p WHERE p.show_id = p_show AND p.id = p_id FOR NO KEY UPDATE;
  v_now := clock_timestamp();
  UPDATE payments p
  SET status = CASE WHEN b.cancelled_at IS NULL THEN 'captured' ELSE 'refunding' END::payment_status,
      updated_at = v_now, settle_at = v_now, settle_attempts = 0, settle_error = NULL
  FROM bookings b
  WHERE p.show_id = p_show AND p.id = p_id AND p.status = 'authorised'
    AND b.show_id = p_show AND b.buyer = p.buyer AND b.idempotency_key = p.idempotency_key;
END $$`;

export async function recordCapture(
  pool: pg.Pool,
  { showId, id }: Pick<Payment, "showId" | "id">,
): Promise<void> {
  await pool.query({ name: "capture-payment", text: "SELECT capture_payment($1, $2)", values: [showId, id] });
}
