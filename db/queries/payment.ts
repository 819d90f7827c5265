/** A payment as the statements about it read it, and how long whoever is at one is left alone. */
export type PaymentStatus =
  | "asking"
  | "authorised"
  | "declined"
  | "captured"
  | "voiding"
  | "voided"
  | "refunding"
  | "refunded";

export interface Payment {
  showId: string;
  id: string;
  buyer: string;
  idempotencyKey: string;
  holdId: string;
  amount: number;
  status: PaymentStatus;
  authorisation: string | null;
}

/** Of `payments p`. */
export const PAYMENT_COLUMNS = `
  p.show_id AS "showId", p.id, p.buyer, p.idempotency_key AS "idempotencyKey", p.hold_id AS "holdId", p.amount, p.status,
  p.authorisation`;

/** As the index `payments_open` has it. */
export const IS_OPEN = "p.status NOT IN ('declined', 'captured', 'voided', 'refunded')";

/** An attempt that has stood still for this long was left: a request takes a third of it at most. */
export const UNDER_WAY = "interval '60 seconds'";
/** How long one who settles a payment has it alone: longer than the calls to the provider that it takes. */
export const CLAIMED = "interval '45 seconds'";
