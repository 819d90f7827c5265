/**
 * Who held the lock from when to when, as the steps tell it, and how each hold ended. A lock in Redis ends by its
 * release or with its time to live, a lock in Postgres and the guard of Last Seat with the attempt that took it.
 *
 * A lock is free as soon as the server has heard of the release, which the next holder may notice before the last one
 * has its answer: a release counts from when it was sent.
 */
import type { RaceStep } from "#contract/lab";
import type { StrategyId } from "#contract/lab-strategies";
import type { Lane } from "./race-lanes";

/**
 * `released` by its holder, or by `another`; `lapsed` with its time to live; `lost`: somebody else got it although it
 * had neither been released nor lapsed.
 */
export type LockEnd = "released" | "another" | "lapsed" | "lost";

export interface LockSpan {
  lane: number;
  buyer: string;
  fromMs: number;
  /** Null, as is `ended`, for a lock that was held to the end of the race. */
  toMs: number | null;
  ended: LockEnd | null;
}

interface LockEvent {
  kind: "taken" | "renewed" | "released";
  atMs: number;
  lane: Lane;
  /** For a lock that ends by itself: when, unless it is renewed. */
  lapsesMs: number | null;
  /** A release that asks whose lock it is. */
  ownOnly: boolean;
  endsWithAttempt: boolean;
}

export function lockSpansOf(
  strategy: StrategyId,
  lanes: readonly Lane[],
  ttlMs: number | null,
  endMs: number,
): LockSpan[] {
  const events = lanes.flatMap((lane) => eventsOf(strategy, lane, ttlMs)).sort((a, b) => a.atMs - b.atMs);
  const spans: LockSpan[] = [];
  let held: { span: LockSpan; lapsesMs: number | null; endsWithAttempt: boolean } | undefined;
  const end = (toMs: number, ended: LockEnd) => {
    if (held) Object.assign(held.span, { toMs, ended });
    held = undefined;
  };
  const lapseBy = (atMs: number) => {
    if (held?.lapsesMs != null && held.lapsesMs <= atMs) end(held.lapsesMs, "lapsed");
  };

  for (const { kind, atMs, lane, lapsesMs, ownOnly, endsWithAttempt } of events) {
    lapseBy(atMs);
    const isOwn = held?.span.lane === lane.lane;
    if (kind === "taken") {
      end(atMs, held?.endsWithAttempt ? "released" : "lost");
      const span = { lane: lane.lane, buyer: lane.buyer, fromMs: atMs, toMs: null, ended: null };
      spans.push(span);
      held = { span, lapsesMs, endsWithAttempt };
    } else if (kind === "renewed") {
      if (held && isOwn) held.lapsesMs = lapsesMs;
    } else if (isOwn || !ownOnly) {
      end(atMs, isOwn ? "released" : "another");
    }
  }
  lapseBy(endMs);
  return spans.filter(({ fromMs, toMs }) => toMs === null || toMs > fromMs);
}

function eventsOf(strategy: StrategyId, lane: Lane, ttlMs: number | null): LockEvent[] {
  const endsWithAttempt = lane.steps.some((step) => isTaken(strategy, step) && step.name !== "acquire");
  const events = lane.steps.flatMap((step): LockEvent[] => {
    const { name, startedMs, endedMs: atMs, outcome, found } = step;
    if (atMs === null || outcome !== "done") return [];
    // Redis counts from when it was asked, which is not before the step began.
    const lapsesMs = endsWithAttempt || ttlMs === null ? null : startedMs + ttlMs;
    const event = { atMs, lane, lapsesMs, ownOnly: found === null, endsWithAttempt };
    if (isTaken(strategy, step)) return [{ ...event, kind: "taken" }];
    if (name === "renew" && found === true) return [{ ...event, kind: "renewed" }];
    if (name === "release" && found !== false) return [{ ...event, kind: "released", atMs: startedMs }];
    return [];
  });
  const last = lane.steps.at(-1);
  if (!endsWithAttempt || !last || last.endedMs === null) return events;
  const atMs = last.name === "commit" ? last.startedMs : last.endedMs;
  return [...events, { kind: "released", atMs, lane, lapsesMs: null, ownOnly: true, endsWithAttempt }];
}

function isTaken(strategy: StrategyId, { name, found }: RaceStep): boolean {
  if (name === "acquire") return found === true;
  if (name === "guard") return found === "guarded";
  return name === "lock" || (strategy === "row-lock" && name === "check");
}
