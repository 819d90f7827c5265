/** What an owner does with a standing hold besides confirming it: extend it, or let go of some or all of it. */
import type { Hold } from "#contract/outcomes";
import type { FoundHold } from "#db/queries/find-holds";
import { newsOf } from "./begin-hold";
import { type Decision, refused } from "./decision";
import { describeHold, type Engine, labelsOf } from "./engine";
import { showOfHold, tokenOfHold } from "./ids";
import type { Show } from "./shows";

export async function extendHold(
  engine: Engine,
  order: { buyer: string; holdId: string },
): Promise<Decision<{ hold: Hold; serverNow: number }>> {
  const own = await findOwn(engine, order);
  if (!own.ok) return own;
  const { show, found } = own;
  const { untilMs, sentAtMs } = await engine.extensions.submit(found);
  const leftMs = untilMs === null ? 0 : untilMs - engine.clock.latestMs();
  if (untilMs === null || leftMs <= 0) return refused("hold_expired");
  const hold = describeHold(show, { ...found, untilMs }, engine.limits);
  const news = newsOf(found, order.buyer);
  engine.guard.held(found.showId, news, tokenOfHold(hold.id), leftMs, { sentAtMs });
  engine.tellBuyer(order.buyer, hold.id, hold);
  return { ok: true, hold, serverNow: engine.clock.nowMs() };
}

export async function releaseHold(
  engine: Engine,
  order: { buyer: string; holdId: string; seats?: string[] | undefined },
): Promise<Decision<{ hold: Hold | null; serverNow: number }>> {
  const own = await findOwn(engine, order);
  if (!own.ok) return own;
  const { show, found } = own;
  const labels = labelsOf(show, found.seats);
  const foreign = order.seats?.find((label) => !labels.includes(label));
  if (foreign !== undefined) return refused("invalid", { detail: `${foreign} is not in this hold` });

  const isReleased = (_: number, at: number) => order.seats?.includes(labels[at] ?? "") ?? true;
  const released = {
    ...found,
    seats: found.seats.filter(isReleased),
    fences: found.fences.filter(isReleased),
  };
  await engine.releases.submit(released);
  engine.guard.freed(found.showId, newsOf(released, order.buyer));

  const kept = found.seats.filter((seat, at) => !isReleased(seat, at));
  const isOver = kept.length === 0 || found.untilMs <= engine.clock.latestMs();
  const hold = isOver ? null : describeHold(show, { ...found, seats: kept }, engine.limits);
  engine.tellBuyer(order.buyer, order.holdId, hold);
  return { ok: true, hold, serverNow: engine.clock.nowMs() };
}

async function findOwn(
  engine: Engine,
  order: { buyer: string; holdId: string },
): Promise<Decision<{ show: Show; found: FoundHold }>> {
  const showId = showOfHold(order.holdId);
  const show = await engine.shows.find(showId);
  if (!show) return refused("not_found");
  const [found] = await engine.finds.submit({ showId, holdId: order.holdId });
  if (!found) return refused("hold_expired");
  if (found.buyer !== order.buyer) return refused("not_yours");
  return { ok: true, show, found };
}
