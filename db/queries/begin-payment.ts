/** Writes an attempt down before the provider is asked; the same key finds the attempt as it stands. */
import { randomBytes } from "node:crypto";
import type pg from "pg";

export type PaymentStatus = "asking" | "authorised" | "declined" | "captured" | "voided" | "refunded";

export interface Payment {
  id: string;
  holdId: string;
  amount: number;
  status: PaymentStatus;
  authorisation: string | null;
}

export interface PaymentAttempt {
  customer: string;
  idempotencyKey: string;
  showId: string;
  holdId: string;
  amount: number;
  lastFour: string;
}

const SQL = `
INSERT INTO payments (id, customer, idempotency_key, show_id, hold_id, amount, last_four)
VALUES ($1::text, $2::text, $3::text, $4::text, $5::text, $6::integer, $7::text)
ON CONFLICT (customer, idempotency_key) DO UPDATE SET customer = excluded.customer
RETURNING id, hold_id AS "holdId", amount, status, authorisation`;

export async function beginPayment(pool: pg.Pool, attempt: PaymentAttempt): Promise<Payment> {
  const { customer, idempotencyKey, showId, holdId, amount, lastFour } = attempt;
  const { rows } = await pool.query<Payment>({
    name: "begin-payment",
    text: SQL,
    values: [
      randomBytes(12).toString("base64url"),
      customer,
      idempotencyKey,
      showId,
      holdId,
      amount,
      lastFour,
    ],
  });
  if (!rows[0]) throw new Error("begin-payment answered no row");
  return rows[0];
}
