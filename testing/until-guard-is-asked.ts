/** After one answer of Redis that came too late a node does without its guard for a while: a test of the guard waits. */
import { setTimeout as delay } from "node:timers/promises";
import type { Redis } from "ioredis";
import { keyOf } from "#server/guard/guard-value";
import type { Buyer } from "#testing/buyer";
import { until } from "#testing/until";

/** Holds the seat through the buyer's node until that shows in Redis. */
export async function untilGuardIsAsked(
  buyer: Buyer,
  redis: Redis,
  { showId, label, seat }: { showId: string; label: string; seat: number },
): Promise<void> {
  await until("the node asks Redis", async () => {
    await buyer.ask("seat:hold", { showId, seats: [label] });
    await delay(50);
    return (await redis.get(keyOf(showId, seat)))?.includes(" g ");
  });
}
