import { bornAtMs } from "./buyer-cookie";

/** Long enough that a script does not wait for it, short enough that people are through it before they choose. */
const GROWN_AFTER_MS = 60_000;
const NEWBORN = 0.5;

/** How much of what a known buyer may is allowed to this one, from a half at first to all of it. */
export function shareOfNewcomer(buyer: string, nowMs = Date.now()): number {
  const age = Math.max(0, Math.min(1, (nowMs - bornAtMs(buyer)) / GROWN_AFTER_MS));
  return NEWBORN + (1 - NEWBORN) * age;
}
