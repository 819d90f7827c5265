/** A buyer picks seats: guard in Redis, grant in Postgres, then everyone is told. All of the seats or none. */
import type { Hold } from "#contract/outcomes";
import type { HoldVerdict } from "#db/transitions/hold-seats";
import type { TakenSeat } from "#db/transitions/taken-seats";
import type { Attempt, DecidedAt, SeatNews } from "#server/guard/guard";
import { BEGUN, type Decision, refused } from "./decision";
import { describeHold, type Engine, labelsOf } from "./engine";
import { newAttemptToken, newHoldId, tokenOfHold } from "./ids";
import { pickSeats } from "./pick-seats";
import type { Show } from "./shows";

export interface HoldOrder {
  buyer: string;
  showId: string;
  seats: string[];
  /** Add to this hold of the buyer's instead of beginning a new one. */
  holdId?: string | undefined;
}

export async function holdSeatsFor(
  engine: Engine,
  order: HoldOrder,
): Promise<Decision<{ hold: Hold; serverNow: number }>> {
  const picked = pickSeats(engine, await engine.shows.find(order.showId), order.seats);
  if (!picked.ok) return picked;
  const { show, seats } = picked;

  const { showId, buyer } = order;
  const attempt: Attempt = { showId, buyer, seats, token: newAttemptToken() };
  const guarded = await engine.guard.acquire(attempt);
  if (guarded.state === "refused") return refused("seat_taken", { seats: labelsOf(show, guarded.seats) });

  let verdict: (HoldVerdict & DecidedAt) | undefined;
  try {
    verdict = await engine.holds.submit({
      showId,
      buyer,
      seats,
      newHoldId: newHoldId(showId),
      joinHoldId: order.holdId,
    });
  } finally {
    if (verdict?.code !== "held") engine.guard.end(attempt);
  }

  switch (verdict.code) {
    case "held": {
      const hold = describeHold(show, verdict, engine.limits);
      const leftMs = verdict.untilMs - engine.clock.latestMs();
      engine.guard.held(showId, newsOf(verdict, buyer), tokenOfHold(hold.id), leftMs, verdict);
      // The answer may have taken longer than the hold lasts.
      if (leftMs <= 0) return refused("hold_expired");
      engine.tellBuyer(buyer, hold.id, hold);
      return { ok: true, hold, serverNow: engine.clock.nowMs() };
    }
    case "taken":
      restoreGuards(engine, show, verdict.taken, verdict);
      return refused("seat_taken", { seats: labelsOfTaken(show, verdict.taken) });
    case "begun":
      return refused("invalid", { sentence: BEGUN.sale });
    case "too_many":
      return refused("too_many_seats", { limit: engine.limits.maxSeats });
    case "join_lost":
      return refused("hold_expired");
  }
}

/** The guard let us through, Postgres did not: Redis has lost this guard, so it is told again. */
export function restoreGuards(engine: Engine, show: Show, taken: TakenSeat[], decided: DecidedAt): void {
  for (const { seat, status, fence, heldBy, holdId, untilMs } of taken) {
    if (!heldBy) continue;
    const news = [{ seat, fence, buyer: heldBy }];
    if (status === "booked") engine.guard.booked(show.details.id, news, decided);
    else if (status === "held" && holdId && untilMs) {
      const leftMs = untilMs - engine.clock.latestMs();
      engine.guard.held(show.details.id, news, tokenOfHold(holdId), leftMs, decided);
    }
  }
}

/** Seats with their fences, as the guard is told of them. */
export function newsOf(
  { seats, fences }: { seats: number[]; fences: (number | null)[] },
  buyer: string,
): SeatNews[] {
  return seats.flatMap((seat, at) => {
    const fence = fences[at];
    return fence === null || fence === undefined ? [] : [{ seat, fence, buyer }];
  });
}

export function labelsOfTaken(show: Show, taken: TakenSeat[]): string[] {
  return labelsOf(
    show,
    taken.map(({ seat }) => seat),
  );
}
