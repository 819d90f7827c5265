import type pg from "pg";
import type { Payment } from "./begin-payment";

const SQL = `
SELECT id, hold_id AS "holdId", amount, status, authorisation
FROM payments WHERE customer = $1::text AND idempotency_key = $2::text`;

export async function readPayment(
  pool: pg.Pool,
  customer: string,
  idempotencyKey: string,
): Promise<Payment | undefined> {
  const { rows } = await pool.query<Payment>({
    name: "read-payment",
    text: SQL,
    values: [customer, idempotencyKey],
  });
  return rows[0];
}
