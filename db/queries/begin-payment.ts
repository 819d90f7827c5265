/** Writes an attempt down before the provider is asked; the same key finds the attempt as it stands. */
import { randomBytes } from "node:crypto";
import type pg from "pg";
import { PAYMENT_COLUMNS, type Payment, UNDER_WAY } from "./payment";

export interface PaymentAttempt {
  buyer: string;
  idempotencyKey: string;
  showId: string;
  holdId: string;
  amount: number;
  lastFour: string;
}

const SQL = `
INSERT INTO payments AS p (id, buyer, idempotency_key, show_id, hold_id, amount, last_four, settle_at)
VALUES ($1::text, $2::text, $3::text, $4::text, $5::text, $6::integer, $7::text, clock_timestamp() + ${UNDER_WAY})
ON CONFLICT (show_id, buyer, idempotency_key) DO UPDATE SET buyer = excluded.buyer
RETURNING ${PAYMENT_COLUMNS}`;

export async function beginPayment(pool: pg.Pool, attempt: PaymentAttempt): Promise<Payment> {
  const { buyer, idempotencyKey, showId, holdId, amount, lastFour } = attempt;
  const { rows } = await pool.query<Payment>({
    name: "begin-payment",
    text: SQL,
    values: [randomBytes(12).toString("base64url"), buyer, idempotencyKey, showId, holdId, amount, lastFour],
  });
  if (!rows[0]) throw new Error("begin-payment answered no row");
  return rows[0];
}
