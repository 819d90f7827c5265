import type pg from "pg";
import { PAYMENT_COLUMNS, type Payment } from "./payment";

const SQL = `
SELECT ${PAYMENT_COLUMNS}
FROM payments p WHERE p.show_id = $1::text AND p.buyer = $2::text AND p.idempotency_key = $3::text`;

export async function readPayment(
  pool: pg.Pool,
  showId: string,
  buyer: string,
  idempotencyKey: string,
): Promise<Payment | undefined> {
  const { rows } = await pool.query<Payment>({
    name: "read-payment",
    text: SQL,
    values: [showId, buyer, idempotencyKey],
  });
  return rows[0];
}
