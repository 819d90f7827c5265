/** What the operations of the box office share: the parts they use, and the statements they submit to. */
import type pg from "pg";
import type { Hold } from "#contract/outcomes";
import { anyFreeSeat, type SeatsOfShow } from "#db/queries/any-free-seat";
import type { TakenSeat } from "#db/queries/batch";
import { type ExtendBatchAnswer, extendHolds, type FencedSeats } from "#db/queries/extend-holds";
import { type FoundHold, findHolds, type HoldQuery } from "#db/queries/find-holds";
import { type HoldRequest, type HoldVerdict, holdSeats } from "#db/queries/hold-seats";
import type { LoggedChanges } from "#db/queries/log-changes";
import { readVersions } from "#db/queries/read-changes";
import { releaseSeats } from "#db/queries/release-seats";
import { type SellRequest, type SellVerdict, sellSeats } from "#db/queries/sell-seats";
import type { Guard } from "#server/guard/guard";
import type { Metrics } from "#server/ops/metrics";
import type { DatabaseClock } from "./database-clock";
import { createGroupCommit, type GroupCommit } from "./group-commit";
import { repeatedOnOutage } from "./outages";
import type { Show, Shows } from "./shows";

export interface EngineLimits {
  holdTtlMs: number;
  holdMaxMs: number;
  maxSeats: number;
}

export interface EngineDeps {
  pool: pg.Pool;
  shows: Shows;
  guard: Guard;
  clock: DatabaseClock;
  metrics: Metrics;
  limits: EngineLimits;
  /** Tells every node what was committed. */
  publish: (changes: LoggedChanges[]) => void;
  /** Tells the buyer's open pages about the buyer's own hold. */
  tellBuyer: (customer: string, holdId: string, hold: Hold | null) => void;
}

export interface Engine extends EngineDeps {
  grants: GroupCommit<HoldRequest, HoldVerdict>;
  sales: GroupCommit<SellRequest, SellVerdict>;
  extensions: GroupCommit<FencedSeats, ExtendBatchAnswer["untilMs"][number]>;
  releases: GroupCommit<FencedSeats, true>;
  finds: GroupCommit<HoldQuery, FoundHold[]>;
  /** Whether any of the seats is nobody's. */
  freeSeats: GroupCommit<SeatsOfShow, boolean>;
}

export function createEngine(deps: EngineDeps): Engine {
  const { pool, limits, clock, publish } = deps;
  return {
    ...deps,
    grants: createGroupCommit({
      decide: async (batch) => {
        const answer = await repeatedOnOutage(
          () => holdSeats(pool, batch, limits),
          () => tellOfUnheard(deps, batch),
        );
        clock.heard(answer.nowMs);
        publish(answer.changes);
        return answer.verdicts;
      },
      keysOf: (request) => [
        ...seatKeys(request.showId, request.seats),
        `${request.showId}@${request.customer}`,
      ],
      foreclose: loseToGrant,
      onBatch: observe("hold"),
    }),
    sales: createGroupCommit({
      decide: async (batch) => {
        const answer = await repeatedOnOutage(
          () => sellSeats(pool, batch),
          () => tellOfUnheard(deps, batch),
        );
        clock.heard(answer.nowMs);
        publish(answer.changes);
        return answer.verdicts;
      },
      keysOf: (request) => [
        ...seatKeys(
          request.showId,
          request.seats.map(({ seat }) => seat),
        ),
        `${request.customer}#${request.idempotencyKey}`,
      ],
      foreclose: loseToSale,
      onBatch: observe("sell"),
    }),
    extensions: createGroupCommit({
      decide: async (batch) => {
        const answer = await repeatedOnOutage(() => extendHolds(pool, batch, limits));
        clock.heard(answer.nowMs);
        return answer.untilMs;
      },
      keysOf: (hold) => [hold.holdId],
      onBatch: observe("extend"),
    }),
    releases: createGroupCommit({
      decide: async (batch) => {
        const answer = await repeatedOnOutage(
          () => releaseSeats(pool, batch),
          () => tellOfUnheard(deps, batch),
        );
        clock.heard(answer.nowMs);
        publish(answer.changes);
        return batch.map(() => true as const);
      },
      keysOf: (hold) => seatKeys(hold.showId, hold.seats),
      onBatch: observe("release"),
    }),
    finds: createGroupCommit({
      decide: async (batch) => {
        const answer = await repeatedOnOutage(() => findHolds(pool, batch));
        clock.heard(answer.nowMs);
        return answer.found;
      },
      keysOf: () => [],
      onBatch: observe("find"),
    }),
    freeSeats: createGroupCommit({
      decide: (batch) => repeatedOnOutage(() => anyFreeSeat(pool, batch)),
      keysOf: () => [],
      onBatch: observe("free-seats"),
    }),
  };

  function observe(statement: string) {
    return (size: number, durationMs: number) => {
      deps.metrics.commit.batchSize.observe({ statement }, size);
      deps.metrics.commit.seconds.observe({ statement }, durationMs / 1000);
    };
  }
}

/**
 * What a statement changed whose reply was lost, nobody has published. Naming the versions that stand makes every
 * node that is behind read the log.
 */
export function tellOfUnheard({ pool, publish }: EngineDeps, requests: { showId: string }[]): void {
  const showIds = [...new Set(requests.map(({ showId }) => showId))];
  readVersions(pool, showIds).then(
    (versions) =>
      publish(
        [...versions].map(([showId, version]) => ({ showId, from: version, to: version, changes: [] })),
      ),
    () => {}, // Postgres is away again: the feed's own check will find it.
  );
}

/** A waiting request for a seat that has just been granted to someone else. */
function loseToGrant(
  waiting: HoldRequest,
  decided: HoldRequest,
  verdict: HoldVerdict,
): HoldVerdict | undefined {
  if (verdict.code !== "held" || waiting.showId !== decided.showId) return undefined;
  if (waiting.customer === decided.customer) return undefined;
  const lost = waiting.seats.filter((seat) => decided.seats.includes(seat));
  if (lost.length === 0) return undefined;
  const taken = lost.map(
    (seat): TakenSeat => ({ seat, status: "held", heldBy: null, holdId: null, leftMs: null }),
  );
  return { code: "taken", taken };
}

/** A waiting one-shot request for a seat that has just been sold to someone else. */
function loseToSale(
  waiting: SellRequest,
  decided: SellRequest,
  verdict: SellVerdict,
): SellVerdict | undefined {
  if (verdict.code !== "booked" || waiting.showId !== decided.showId) return undefined;
  if (waiting.holdId !== undefined || waiting.customer === decided.customer) return undefined;
  const lost = waiting.seats.filter(({ seat }) => verdict.seats.includes(seat));
  if (lost.length === 0) return undefined;
  const taken = lost.map(
    ({ seat }): TakenSeat => ({ seat, status: "booked", heldBy: null, holdId: null, leftMs: null }),
  );
  return { code: "taken", taken };
}

function seatKeys(showId: string, seats: number[]): string[] {
  return seats.map((seat) => `${showId}/${seat}`);
}

export function labelsOf(show: Show, seats: number[]): string[] {
  return seats.map((seat) => show.seats[seat]?.label ?? String(seat));
}

/** The hold as its owner sees it. */
export function describeHold(
  show: Show,
  hold: { holdId: string; seats: number[]; untilMs: number; sinceMs: number },
  limits: EngineLimits,
): Hold {
  return {
    id: hold.holdId,
    showId: show.details.id,
    seats: labelsOf(show, hold.seats),
    expiresAt: Math.floor(hold.untilMs),
    extendable: hold.untilMs < hold.sinceMs + limits.holdMaxMs,
  };
}
