/**
 * Payments whose end the seats have decided and nobody is carrying out: the node died, or the provider was away. A
 * hold that is over never comes back. Whoever claims one has it alone for a while, and each time that it fails the
 * next try is twice as far away, so that a call that always fails is in nobody's way.
 *
 * They are found by one statement and claimed by one each: payments of several shows may lie on several servers.
 */
import type pg from "pg";
import { CLAIMED, IS_OPEN, PAYMENT_COLUMNS, type Payment } from "./payment";

/** The pause doubles this often: the longest is some six hours. */
const DOUBLINGS = 9;

const FIND = `
SELECT p.show_id AS "showId", p.id, p.settle_attempts AS attempts FROM payments p
WHERE ${IS_OPEN} AND p.settle_at <= now()
  AND (p.status IN ('voiding', 'refunding')
    OR EXISTS (
      SELECT FROM bookings b
      WHERE b.show_id = p.show_id AND b.buyer = p.buyer AND b.idempotency_key = p.idempotency_key)
    OR NOT EXISTS (
      SELECT FROM seats s
      WHERE s.show_id = p.show_id AND s.hold_id = p.hold_id AND s.status = 'held' AND s.hold_until > now()))
ORDER BY p.settle_at
LIMIT $1::integer`;

/**
 * Of two who found it the second waits for the first, and sees then that it is claimed. "Is true" has it looked up by
 * its key: the index of open payments, small as it is, would be read whole for each.
 */
const CLAIM = `
UPDATE payments p
SET settle_attempts = $3::integer + 1, settle_at = now() + ${CLAIMED} * $4::float8
WHERE p.show_id = $1::text AND p.id = $2::text AND p.settle_attempts = $3::integer
  AND p.settle_at <= now() AND (${IS_OPEN}) IS TRUE
RETURNING ${PAYMENT_COLUMNS}`;

interface DuePayment {
  showId: string;
  id: string;
  attempts: number;
}

export async function claimPayments(pool: pg.Pool, limit: number): Promise<Payment[]> {
  const { rows: due } = await pool.query<DuePayment>({
    name: "find-payments-due",
    text: FIND,
    values: [limit],
  });
  const claims = due.map(({ showId, id, attempts }) =>
    pool.query<Payment>({
      name: "claim-payment",
      text: CLAIM,
      values: [showId, id, attempts, 2 ** Math.min(attempts, DOUBLINGS)],
    }),
  );
  return (await Promise.all(claims)).flatMap(({ rows }) => rows);
}
