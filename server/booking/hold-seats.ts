/** A buyer picks seats: guard in Redis, grant in Postgres, then everyone is told. All of the seats or none. */
import type { Hold } from "#contract/outcomes";
import type { TakenSeat } from "#db/queries/batch";
import type { HoldVerdict } from "#db/queries/hold-seats";
import type { Attempt } from "#server/guard/guard";
import { type Decision, refused } from "./decisions";
import { describeHold, type Engine, labelsOf } from "./engine";
import { newAttemptToken, newHoldId, tokenOfHold } from "./ids";
import { pickSeats, refuseLate } from "./pick-seats";
import type { Show } from "./shows";

export interface HoldOrder {
  customer: string;
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
  const late = await refuseLate(engine, picked.show, picked.seats);
  if (late) return late;
  const { show, seats } = picked;

  const { showId, customer } = order;
  const attempt: Attempt = { showId, customer, seats: order.seats, token: newAttemptToken() };
  const guarded = await engine.guard.acquire(attempt);
  if (guarded.state === "refused") return refused("seat_taken", { seats: guarded.seats });

  let verdict: HoldVerdict | undefined;
  try {
    verdict = await engine.grants.submit({
      showId: order.showId,
      customer: order.customer,
      seats: seats.map(({ index }) => index),
      newHoldId: newHoldId(order.showId),
      joinHoldId: order.holdId,
    });
  } finally {
    if (verdict?.code !== "held") engine.guard.release(attempt, attempt.seats);
  }

  switch (verdict.code) {
    case "held": {
      const hold = describeHold(show, verdict, engine.limits);
      const serverNow = engine.clock.nowMs();
      engine.guard.stretch(attempt, hold.seats, tokenOfHold(hold.id), hold.expiresAt - serverNow);
      engine.tellBuyer(order.customer, hold.id, hold);
      return { ok: true, hold, serverNow };
    }
    case "taken":
      restoreGuards(engine, show, verdict.taken);
      return refused("seat_taken", {
        seats: labelsOf(
          show,
          verdict.taken.map(({ seat }) => seat),
        ),
      });
    case "too_many":
      return refused("too_many_seats", { limit: engine.limits.maxSeats });
    case "join_lost":
      return refused("hold_expired");
  }
}

/** The guard let us through, Postgres did not: Redis has lost this guard, so it is told again. */
export function restoreGuards(engine: Engine, show: Show, taken: TakenSeat[]): void {
  for (const { seat, status, heldBy, holdId, leftMs } of taken) {
    const [label] = labelsOf(show, [seat]);
    if (label === undefined) continue;
    const showId = show.details.id;
    if (status === "held" && heldBy && holdId && leftMs) {
      engine.guard.restore({ showId, customer: heldBy, token: tokenOfHold(holdId) }, label, leftMs);
    } else if (status === "booked" && heldBy) {
      engine.guard.booked(showId, heldBy, [label]);
    }
  }
}
