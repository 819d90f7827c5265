/** What an owner does with a standing hold besides confirming it: extend it, or let go of some or all of it. */
import type { Hold } from "#contract/outcomes";
import type { FoundHold } from "#db/queries/find-holds";
import type { GuardOwner } from "#server/guard/guard";
import { type Decision, refused } from "./decisions";
import { describeHold, type Engine, labelsOf } from "./engine";
import { showOfHold, tokenOfHold } from "./ids";
import type { Show } from "./shows";

export async function extendHold(
  engine: Engine,
  order: { customer: string; holdId: string },
): Promise<Decision<{ hold: Hold; serverNow: number }>> {
  const own = await findOwn(engine, order);
  if (!own.ok) return own;
  const untilMs = await engine.extensions.submit(own.found);
  if (untilMs === null) return refused("hold_expired");
  const hold = describeHold(own.show, { ...own.found, untilMs }, engine.limits);
  const serverNow = engine.clock.nowMs();
  const owner = ownerOf(own.found);
  engine.guard.stretch(owner, hold.seats, owner.token, hold.expiresAt - serverNow);
  engine.tellBuyer(order.customer, hold.id, hold);
  return { ok: true, hold, serverNow };
}

export async function releaseHold(
  engine: Engine,
  order: { customer: string; holdId: string; seats?: string[] | undefined },
): Promise<Decision<{ hold: Hold | null; serverNow: number }>> {
  const own = await findOwn(engine, order);
  if (!own.ok) return own;
  const { show, found } = own;
  const labels = labelsOf(show, found.seats);
  const foreign = order.seats?.find((label) => !labels.includes(label));
  if (foreign !== undefined) return refused("invalid", { detail: `${foreign} is not in this hold` });

  const letGo = (_: number, at: number) => order.seats?.includes(labels[at] ?? "") ?? true;
  await engine.releases.submit({
    ...found,
    seats: found.seats.filter(letGo),
    fences: found.fences.filter(letGo),
  });
  engine.guard.release(ownerOf(found), order.seats ?? labels);

  const kept = found.seats.filter((seat, at) => !letGo(seat, at));
  const hold = kept.length > 0 ? describeHold(show, { ...found, seats: kept }, engine.limits) : null;
  engine.tellBuyer(order.customer, order.holdId, hold);
  return { ok: true, hold, serverNow: engine.clock.nowMs() };
}

async function findOwn(
  engine: Engine,
  order: { customer: string; holdId: string },
): Promise<Decision<{ show: Show; found: FoundHold }>> {
  const showId = showOfHold(order.holdId);
  const show = await engine.shows.find(showId);
  if (!show) return refused("not_found");
  const [found] = await engine.finds.submit({ showId, holdId: order.holdId });
  if (!found) return refused("hold_expired");
  if (found.customer !== order.customer) return refused("not_yours");
  return { ok: true, show, found };
}

function ownerOf(hold: FoundHold): GuardOwner {
  return { showId: hold.showId, customer: hold.customer, token: tokenOfHold(hold.holdId) };
}
