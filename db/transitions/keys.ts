/**
 * A sale's idempotency key, and what became of it. A key that was sold under answers its booking again; a key that
 * was refused answers that refusal, so that a statement of the same key still under way cannot use it any more.
 */
import { CHANGES_ANSWER } from "./log-changes";
import { rowLiteral, rowType } from "./row-type";
import { defineShowFunction, LOCK_SHOW, type ShowCall, showFunction } from "./show-function";

/** The last word under a refused key. */
export type RefusedKey =
  | { code: "taken"; seats: number[] }
  | { code: "hold_lost" }
  | { code: "hold_changed" }
  | { code: "begun" };

export interface SoldBooking {
  reference: string;
  showId: string;
  seats: number[];
  /** In the order of `seats`; null where the seat is no longer this booking's. */
  fences: (number | null)[];
  total: number;
}

export type KeyVerdict =
  | ({ code: "booked"; again: true } & SoldBooking)
  | { code: "mismatch" }
  | { code: "refused"; refusal: RefusedKey };

export const SALE_REQUEST_TYPE = rowType("sale_request", {
  reference: "text",
  buyer: "text",
  total: "int",
  key: "text",
  hash: "text",
  name: "text",
  email: "text",
});

export function saleRow(sale: {
  reference?: string;
  buyer: string;
  total?: number;
  idempotencyKey: string;
  requestHash: string;
  name?: string | undefined;
  email?: string | undefined;
}): string {
  const { reference, buyer, total, idempotencyKey, requestHash, name, email } = sale;
  return rowLiteral([reference, buyer, total, idempotencyKey, requestHash, name, email]);
}

/** The requests `r_sales` with their places, counted from one. */
export const SALES_IN_ORDER =
  "unnest(r_sales) WITH ORDINALITY AS r (reference, buyer, total, key, hash, name, email, request)";

/** Keys of the requests `r_sales` that were used before: into `used` and `known_keys`. */
export const FIND_KEYS = `
  SELECT coalesce(array_agg(r.request::int), '{}'),
         json_agg(json_build_array(r.request, b.request_hash = r.hash, b.reference, b.total, b.seats, NULL))
  INTO used, known_keys
  FROM ${SALES_IN_ORDER}
  CROSS JOIN LATERAL (
    SELECT b.request_hash, b.reference, b.total,
           (SELECT json_agg(json_build_array(x.seat, s.fence) ORDER BY x.seat)
            FROM booking_seats x
            LEFT JOIN seats s ON s.show_id = p_show AND s.seat = x.seat AND s.booking_reference = b.reference
            WHERE x.show_id = p_show AND x.reference = b.reference) AS seats
    FROM bookings b WHERE b.show_id = p_show AND b.buyer = r.buyer AND b.idempotency_key = r.key LIMIT 1) b;

  IF v_has_refused_keys THEN
    SELECT used || coalesce(array_agg(r.request::int), '{}'),
           (SELECT json_agg(k.row) FROM (
              SELECT json_array_elements(known_keys) AS row WHERE known_keys IS NOT NULL
              UNION ALL SELECT * FROM unnest(array_agg(json_build_array(r.request, k.request_hash = r.hash, NULL, NULL, NULL, k.refusal)))
            ) k)
    INTO used, known_keys
    FROM ${SALES_IN_ORDER}
    JOIN refused_keys k ON k.show_id = p_show AND k.buyer = r.buyer AND k.idempotency_key = r.key;
  END IF;
`;

export type KnownKeyRow = [
  request: number,
  same: boolean,
  reference: string | null,
  total: number | null,
  seats: [seat: number, fence: number | null][] | null,
  refusal: RefusedKey | null,
];

export function readKnownKeys(showId: string, rows: KnownKeyRow[] | null): Map<number, KeyVerdict> {
  return new Map((rows ?? []).map((row) => [row[0], readKey(showId, row)]));
}

function readKey(showId: string, [, same, reference, total, seats, refusal]: KnownKeyRow): KeyVerdict {
  if (!same) return { code: "mismatch" };
  if (refusal) return { code: "refused", refusal };
  return {
    code: "booked",
    again: true,
    reference: reference ?? "",
    showId,
    seats: (seats ?? []).map(([seat]) => seat),
    fences: (seats ?? []).map(([, fence]) => fence),
    total: total ?? 0,
  };
}

/** Closes the keys of the requests in `lost`, each with the refusal it was given in `r_refusal`. */
export const REFUSE_KEYS = `
  INSERT INTO refused_keys (show_id, buyer, idempotency_key, request_hash, refusal)
  SELECT p_show, r.buyer, r.key, r.hash, f.refusal
  FROM ${SALES_IN_ORDER} JOIN unnest(r_refusal) WITH ORDINALITY AS f (refusal, request) ON f.request = r.request
  WHERE f.refusal IS NOT NULL AND r.request <> ALL (used)
  ON CONFLICT DO NOTHING;
  IF FOUND AND NOT v_has_refused_keys THEN
    UPDATE shows s SET has_refused_keys = true WHERE s.show_id = p_show;
  END IF;
`;

export interface KeyRefusal {
  showId: string;
  buyer: string;
  idempotencyKey: string;
  requestHash: string;
  refusal: RefusedKey;
}

/** For requests that were refused without being sold or not by a sale: their keys are closed, unless they were used. */
export const REFUSE_SALES = showFunction("refuse_sales", {
  r_sales: "sale_request[]",
  r_refusal: "jsonb[]",
});

export const REFUSE_SALES_FUNCTION = defineShowFunction(REFUSE_SALES, {
  answers: `OUT known_keys json, ${CHANGES_ANSWER}`,
  declare: "used int[];",
  body: `${LOCK_SHOW}${FIND_KEYS}${REFUSE_KEYS}`,
});

export function refuseCall(showId: string, refusals: KeyRefusal[]): ShowCall {
  return {
    showId,
    columns: { r_sales: refusals.map(saleRow), r_refusal: refusals.map(({ refusal }) => refusal) },
  };
}
