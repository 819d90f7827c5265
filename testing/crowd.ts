/** A crowd that holds, buys, lets go and cancels at random, and remembers what it was promised. */
import type { Booking } from "#contract/outcomes";
import type { Buyer } from "#testing/buyer";
import type { Random } from "#testing/random";

const ROWS = ["A", "B", "C", "D", "E"] as const;

export interface Promised {
  /** Bookings that were acknowledged and not cancelled. */
  kept: Booking[];
  /** References whose cancellation was acknowledged. */
  cancelled: string[];
}

/** One buyer's visit: as many rounds as asked for, each with a random end. Refusals are part of life. */
export async function visit(
  buyer: Buyer,
  options: { showId: string; rounds: number; random: Random; name: string },
): Promise<Promised> {
  const { showId, random, name } = options;
  const promised: Promised = { kept: [], cancelled: [] };
  for (let round = 0; round < options.rounds; round += 1) {
    const seats = randomSeats(random);
    const idempotencyKey = `${name}-${round}`;
    if (random.chance(20)) {
      const sold = await buyer.ask("seat:book", { showId, seats, idempotencyKey });
      if (sold.ok) promised.kept.push(sold.booking);
      continue;
    }
    const held = await buyer.ask("seat:hold", { showId, seats });
    if (!held.ok) continue;
    const holdId = held.hold.id;
    if (random.chance(40)) await buyer.ask("hold:release", { holdId });
    else {
      const sold = await buyer.ask("booking:confirm", { holdId, idempotencyKey });
      if (!sold.ok) continue;
      if (random.chance(60)) {
        const { reference } = sold.booking;
        const gone = await buyer.ask("booking:cancel", { reference });
        if (gone.ok) promised.cancelled.push(reference);
      } else promised.kept.push(sold.booking);
    }
  }
  return promised;
}

export function randomSeats(random: Random): string[] {
  const seats = new Set<string>();
  const wanted = 1 + random.below(3);
  while (seats.size < wanted) seats.add(`${random.pick(ROWS)}${1 + random.below(16)}`);
  return [...seats];
}
