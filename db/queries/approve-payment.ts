/**
 * The provider has set the money aside. An attempt that was waiting for it may go on; one that has been closed
 * meanwhile owes it back. So does the second authorisation of a provider that gives two for one key: it becomes a
 * payment of its own, that buys nothing.
 */
import type pg from "pg";
import { type Payment, type PaymentStatus, UNDER_WAY } from "./payment";

export const APPROVE_PAYMENT_FUNCTION = `
CREATE OR REPLACE FUNCTION approve_payment(p_show text, p_id text, p_authorisation text) RETURNS payment_status LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz;
  v_before payments;
  v_status payment_status;
  v_settle_at timestamptz;
BEGIN
  SELECT * INTO v_before FROM payments p WHERE p.show_id = p_show AND p.id = p_id FOR NO KEY UPDATE;
  v_now := clock_timestamp();
  IF v_before.authorisation <> p_authorisation THEN
    INSERT INTO payments (show_id, id, buyer, idempotency_key, hold_id, amount, last_four, status, authorisation, settle_at)
    VALUES (p_show, p_id || '/' || p_authorisation, v_before.buyer, p_id || '/' || p_authorisation, v_before.hold_id,
            v_before.amount, v_before.last_four, 'voiding', p_authorisation, v_now)
    ON CONFLICT DO NOTHING;
    RETURN v_before.status;
  END IF;
  v_status := CASE WHEN v_before.status = 'asking' THEN 'authorised'
                   WHEN v_before.status IN ('declined', 'voided') THEN 'voiding'
                   ELSE v_before.status END;
  v_settle_at := CASE WHEN v_before.status = 'asking' THEN v_now + ${UNDER_WAY}
                      WHEN v_status = 'voiding' THEN v_now
                      ELSE v_before.settle_at END;
  UPDATE payments p
  SET authorisation = p_authorisation, updated_at = v_now, status = v_status, settle_at = v_settle_at
  WHERE p.show_id = p_show AND p.id = p_id;
  RETURN v_status;
END $$`;

/** Where the attempt stands now; undefined if there is no such attempt any more. */
export async function approvePayment(
  pool: pg.Pool,
  { showId, id }: Pick<Payment, "showId" | "id">,
  authorisation: string,
): Promise<PaymentStatus | undefined> {
  const { rows } = await pool.query<{ status: PaymentStatus | null }>({
    name: "approve-payment",
    text: "SELECT approve_payment($1, $2, $3) AS status",
    values: [showId, id, authorisation],
  });
  return rows[0]?.status ?? undefined;
}
