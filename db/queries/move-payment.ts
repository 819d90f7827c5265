/** One step in a payment's life, taken only from where it may be taken. False: someone else has moved it. */
import type pg from "pg";
import { CLAIMED, type Payment, type PaymentStatus } from "./payment";

const MOVE = `
UPDATE payments
SET status = $3::payment_status, updated_at = now(), settle_at = now() + ${CLAIMED}, settle_error = NULL
WHERE show_id = $4::text AND id = $1::text AND status = ANY ($2::payment_status[])`;

/** Whoever moves it goes on with it. */
export async function movePayment(
  pool: pg.Pool,
  { showId, id }: Pick<Payment, "showId" | "id">,
  from: PaymentStatus[],
  to: PaymentStatus,
): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: "move-payment",
    text: MOVE,
    values: [id, `{${from.join(",")}}`, to, showId],
  });
  return rowCount === 1;
}

const VOID = `
UPDATE payments SET status = $4::payment_status, updated_at = now(), settle_error = NULL
WHERE show_id = $1::text AND id = $2::text AND status = 'voiding' AND authorisation IS NOT DISTINCT FROM $3::text`;

/** Unless an approval has arrived since the provider was asked to give it back: that is the settler's. */
export async function recordVoid(
  pool: pg.Pool,
  { showId, id, authorisation }: Pick<Payment, "showId" | "id" | "authorisation">,
  as: "voided" | "declined",
): Promise<void> {
  await pool.query({ name: "void-payment", text: VOID, values: [showId, id, authorisation, as] });
}

const FAIL = "UPDATE payments SET settle_error = $3::text WHERE show_id = $1::text AND id = $2::text";

export async function recordFailedSettlement(
  pool: pg.Pool,
  { showId, id }: Pick<Payment, "showId" | "id">,
  reason: string,
): Promise<void> {
  await pool.query({ name: "fail-settlement", text: FAIL, values: [showId, id, reason] });
}
