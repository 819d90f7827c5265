/** One step in a payment's life, taken only from where it may be taken. False: someone else has moved it. */
import type pg from "pg";
import type { PaymentStatus } from "./begin-payment";

const SQL = `
UPDATE payments
SET status = $3::payment_status, authorisation = coalesce($4::text, authorisation), updated_at = now()
WHERE id = $1::text AND status = ANY ($2::payment_status[])
RETURNING id`;

export async function movePayment(
  pool: pg.Pool,
  id: string,
  from: PaymentStatus[],
  to: PaymentStatus,
  authorisation?: string,
): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: "move-payment",
    text: SQL,
    values: [id, `{${from.join(",")}}`, to, authorisation ?? null],
  });
  return rowCount === 1;
}
