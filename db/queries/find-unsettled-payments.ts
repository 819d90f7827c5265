/**
 * Payments whose end is already decided by the seats, but was not carried out: the node died, or the provider
 * was away. A hold that is over never comes back, so what it had set aside can be given back for good.
 */
import type pg from "pg";
import type { Payment } from "./begin-payment";

export interface UnsettledPayment extends Pick<Payment, "id" | "status" | "authorisation"> {
  /** What the seats say must become of the money. */
  due: "capture" | "void" | "refund";
  /** With `capture`: the price of what was sold. */
  total: number;
}

const SQL = `
SELECT p.id, p.status, p.authorisation, CASE WHEN b.reference IS NULL THEN 'void' ELSE 'capture' END AS due,
       coalesce(b.total, 0) AS total
FROM payments p
LEFT JOIN bookings b ON b.customer = p.customer AND b.idempotency_key = p.idempotency_key
WHERE p.status IN ('asking', 'authorised')
  AND p.updated_at < now() - make_interval(secs => $1::float8 / 1000)
  AND (b.reference IS NOT NULL OR NOT EXISTS (
    SELECT FROM seats s
    WHERE s.show_id = p.show_id AND s.hold_id = p.hold_id AND s.status = 'held' AND s.hold_until > now()))
UNION ALL
SELECT p.id, p.status, p.authorisation, 'refund', b.total
FROM bookings b
JOIN payments p ON p.customer = b.customer AND p.idempotency_key = b.idempotency_key
WHERE b.cancelled_at IS NOT NULL AND p.status = 'captured'
LIMIT 100`;

/** `quietMs`: how long an attempt must have stood still before it counts as forgotten. */
export async function findUnsettledPayments(pool: pg.Pool, quietMs: number): Promise<UnsettledPayment[]> {
  const { rows } = await pool.query<UnsettledPayment>({
    name: "find-unsettled-payments",
    text: SQL,
    values: [quietMs],
  });
  return rows;
}
