/**
 * A single seat, sold the short way: a show with one buyer at a time has nobody to share the cost of a statement that
 * works on sets, and starting one costs more than carrying it out. It answers whether the seat was simply sold; if
 * not, nothing was changed, and `sell_seats` is asked, which knows every answer.
 */
import type { LoggedChanges } from "./log-changes";
import type { SellRequest, SellVerdict } from "./sell-seats";
import { defineShowFunction, lockAndRaise, lowerAgain, type ShowCall, showFunction } from "./show-function";

export const SELL_SEAT = showFunction("sell_seat", {
  r_buyer: "text",
  r_key: "text",
  r_hash: "text",
  r_reference: "text",
  r_name: "text",
  r_email: "text",
  r_seat: "int",
  r_price: "int",
  r_hold: "text",
  r_fence: "int",
});

const RAISED = { changes: "1", newlyTaken: "CASE WHEN r_hold IS NULL THEN 1 ELSE 0 END" };

export const SELL_SEAT_FUNCTION = defineShowFunction(SELL_SEAT, {
  answers: "OUT fence int, OUT version int, OUT taken int",
  body: `${lockAndRaise(RAISED)}
  <<simply_sold>>
  BEGIN
    EXIT simply_sold WHEN v_begun;
    IF v_has_refused_keys THEN
      PERFORM FROM refused_keys k WHERE k.show_id = p_show AND k.buyer = r_buyer AND k.idempotency_key = r_key;
      EXIT simply_sold WHEN FOUND;
    END IF;
    INSERT INTO bookings (show_id, reference, buyer, total, idempotency_key, request_hash, name, email)
    VALUES (p_show, r_reference, r_buyer, r_price, r_key, r_hash, r_name, r_email)
    ON CONFLICT DO NOTHING;
    EXIT simply_sold WHEN NOT FOUND;
    IF r_hold IS NULL THEN
      UPDATE seats s SET status = 'booked', booking_reference = r_reference, held_by = r_buyer, fence = s.fence + 1
      WHERE s.show_id = p_show AND s.seat = r_seat AND s.status = 'available'
      RETURNING s.fence INTO fence;
    ELSE
      UPDATE seats s
      SET status = 'booked', booking_reference = r_reference, hold_id = NULL, held_since = NULL, hold_until = NULL
      WHERE s.show_id = p_show AND s.seat = r_seat
        AND s.status = 'held' AND s.hold_id = r_hold AND s.fence = r_fence AND s.hold_until > v_now
      RETURNING s.fence INTO fence;
    END IF;
    IF fence IS NULL THEN
      DELETE FROM bookings b WHERE b.show_id = p_show AND b.reference = r_reference;
      EXIT simply_sold;
    END IF;
    INSERT INTO booking_seats (show_id, reference, seat, price) VALUES (p_show, r_reference, r_seat, r_price);
    INSERT INTO seat_changes (show_id, version, seats, status) VALUES (p_show, version, ARRAY[r_seat], 'booked');
    now_ms := extract(epoch FROM clock_timestamp()) * 1000;
    RETURN;
  END simply_sold;
${lowerAgain(RAISED)}`,
});

export function sellOneCall(request: SellRequest): ShowCall | undefined {
  const [wanted] = request.seats;
  if (!wanted || request.seats.length > 1) return undefined;
  return {
    showId: request.showId,
    columns: {
      r_buyer: request.buyer,
      r_key: request.idempotencyKey,
      r_hash: request.requestHash,
      r_reference: request.reference,
      r_name: request.name ?? null,
      r_email: request.email ?? null,
      r_seat: wanted.seat,
      r_price: wanted.price,
      r_hold: request.holdId ?? null,
      r_fence: wanted.fence ?? null,
    },
  };
}

export interface SellOneRow {
  /** Null: it was not simply sold, and nothing was changed. */
  fence: number | null;
  version: number | null;
  taken: number | null;
  now_ms: number | null;
}

export function readSoldSeat(
  request: SellRequest,
  { fence, version, taken }: SellOneRow,
): { verdict: SellVerdict; changes: LoggedChanges[] } | undefined {
  const [wanted] = request.seats;
  if (fence === null || version === null || taken === null || !wanted) return undefined;
  const { showId, reference } = request;
  const { seat, price } = wanted;
  return {
    verdict: {
      code: "booked",
      again: false,
      reference,
      showId,
      seats: [seat],
      fences: [fence],
      total: price,
    },
    changes: [{ showId, from: version - 1, to: version, changes: [[seat, "booked"]], taken }],
  };
}
