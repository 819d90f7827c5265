/** The latest attempt to pay for a hold, and the booking it has bought. */
import type pg from "pg";
import type { PaymentStatus } from "./payment";

export interface PaymentOfHold {
  status: PaymentStatus;
  reference: string | null;
}

const SQL = `
SELECT p.status, b.reference
FROM payments p
LEFT JOIN bookings b ON b.show_id = p.show_id AND b.buyer = p.buyer AND b.idempotency_key = p.idempotency_key
WHERE p.show_id = split_part($2::text, '.', 1) AND p.buyer = $1::text AND p.hold_id = $2::text
ORDER BY b.reference IS NULL, p.created_at DESC
LIMIT 1`;

export async function readPaymentOfHold(
  pool: pg.Pool,
  buyer: string,
  holdId: string,
): Promise<PaymentOfHold | undefined> {
  const { rows } = await pool.query<PaymentOfHold>({
    name: "read-payment-of-hold",
    text: SQL,
    values: [buyer, holdId],
  });
  return rows[0];
}
