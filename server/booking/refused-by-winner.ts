/**
 * What a grant that has just been committed answers to those who wait for the same seat, without asking Postgres what
 * it said a moment ago.
 */
import type { HoldRequest, HoldVerdict } from "#db/transitions/hold-seats";
import type { SellRequest, SellVerdict } from "#db/transitions/sell-seats";
import type { TakenSeat } from "#db/transitions/taken-seats";
import type { DecidedAt } from "#server/guard/guard";

/** Set on an answer that was not given by a statement of its own, but follows from another's grant. */
export interface FromWinner {
  fromWinner?: true;
}

/** A waiting request for a seat that has just been granted to someone else. */
export function refusedByWinningHold<Verdict extends HoldVerdict & DecidedAt>(
  waiting: HoldRequest,
  decided: HoldRequest,
  verdict: Verdict,
): (HoldVerdict & DecidedAt) | undefined {
  if (verdict.code !== "held" || waiting.showId !== decided.showId) return undefined;
  if (waiting.buyer === decided.buyer) return undefined;
  const lost = waiting.seats.filter((seat) => decided.seats.includes(seat));
  if (lost.length === 0) return undefined;
  return { code: "taken", taken: lost.map(takenByWinner("held")), sentAtMs: verdict.sentAtMs };
}

/** A waiting one-shot request for a seat that has just been sold to someone else. */
export function refusedByWinningSale(
  waiting: SellRequest,
  decided: SellRequest,
  verdict: SellVerdict & DecidedAt,
): (SellVerdict & DecidedAt & FromWinner) | undefined {
  if (verdict.code !== "booked" || waiting.showId !== decided.showId) return undefined;
  if (waiting.holdId !== undefined || waiting.buyer === decided.buyer) return undefined;
  const lost = waiting.seats.map(({ seat }) => seat).filter((seat) => verdict.seats.includes(seat));
  if (lost.length === 0) return undefined;
  return {
    code: "taken",
    taken: lost.map(takenByWinner("booked")),
    sentAtMs: verdict.sentAtMs,
    fromWinner: true,
  };
}

/** The winner's own guard is being set: there is nothing to restore. */
function takenByWinner(status: "held" | "booked") {
  return (seat: number): TakenSeat => ({ seat, status, fence: 0, heldBy: null, holdId: null, untilMs: null });
}
