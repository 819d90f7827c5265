/**
 * held → held with a later end. A hold of which any seat has moved on since its fences were read is not extended
 * at all. No seat changes its status, so no version does.
 */
import { type FencedSeats, fencedColumns } from "./fenced-seats";
import { defineShowFunction, LOCK_SHOW, type ShowCall, showFunction } from "./show-function";

export const EXTEND_HOLDS = showFunction("extend_holds", {
  w_request: "int[]",
  w_hold: "text[]",
  w_seat: "int[]",
  w_fence: "int[]",
  ttl_ms: "int",
  max_ms: "int",
});

export const EXTEND_HOLDS_FUNCTION = defineShowFunction(EXTEND_HOLDS, {
  answers: "OUT ends json",
  declare: "lost int[]; e_seat int[]; e_fence int[]; e_until timestamptz[];",
  body: `${LOCK_SHOW}
  SELECT coalesce(array_agg(w.request), '{}') INTO lost
  FROM unnest(w_request, w_hold, w_seat, w_fence) AS w (request, hold_id, seat, fence)
  JOIN seats s ON s.show_id = p_show AND s.seat = w.seat
  WHERE NOT (s.status = 'held' AND s.hold_id = w.hold_id AND s.fence = w.fence AND s.hold_until > v_now);

  SELECT array_agg(w.seat), array_agg(w.fence),
         array_agg(greatest(s.hold_until, least(v_now + ttl_ms * interval '1 millisecond',
                                                s.held_since + max_ms * interval '1 millisecond')))
  INTO e_seat, e_fence, e_until
  FROM unnest(w_request, w_seat, w_fence) AS w (request, seat, fence)
  JOIN seats s ON s.show_id = p_show AND s.seat = w.seat
  WHERE w.request <> ALL (lost);

  UPDATE seats s SET hold_until = e.until
  FROM unnest(e_seat, e_fence, e_until) AS e (seat, fence, until)
  WHERE s.show_id = p_show AND s.seat = e.seat AND s.fence = e.fence;

  SELECT json_agg(json_build_array(e.request, (extract(epoch FROM e.until) * 1000)::float8)) INTO ends
  FROM (SELECT w.request, min(x.until) AS until
        FROM unnest(w_request, w_seat) AS w (request, seat) JOIN unnest(e_seat, e_until) AS x (seat, until) ON x.seat = w.seat
        GROUP BY w.request) e;`,
});

export function extendCall(
  showId: string,
  holds: FencedSeats[],
  limits: { holdTtlMs: number; holdMaxMs: number },
): ShowCall {
  return { showId, columns: { ...fencedColumns(holds), ttl_ms: limits.holdTtlMs, max_ms: limits.holdMaxMs } };
}

export interface ExtendRow {
  ends: [request: number, untilMs: number][] | null;
  now_ms: number;
}

/** The new end of each hold, or null where the hold was lost. */
export function readEnds(holds: FencedSeats[], row: ExtendRow): (number | null)[] {
  const untilMs: (number | null)[] = holds.map(() => null);
  for (const [request, until] of row.ends ?? []) untilMs[request - 1] = until;
  return untilMs;
}
