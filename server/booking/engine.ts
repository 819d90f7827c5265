/** What the operations of the box office share: the parts they use, and the statements they submit to. */
import type pg from "pg";
import type { Hold } from "#contract/outcomes";
import { repeatedOnOutage } from "#db/outages";
import { type FoundHold, findHolds, type HoldQuery } from "#db/queries/find-holds";
import { type BookingsQuery, readBookingsOfShows, type StoredBooking } from "#db/queries/read-bookings";
import { EXTEND_HOLDS, type ExtendRow, extendCall, readEnds } from "#db/transitions/extend-holds";
import type { FencedSeats } from "#db/transitions/fenced-seats";
import {
  HOLD_SEATS,
  type HoldRequest,
  type HoldRow,
  type HoldVerdict,
  holdCall,
  readHolds,
} from "#db/transitions/hold-seats";
import {
  type KeyRefusal,
  type KeyVerdict,
  type KnownKeyRow,
  REFUSE_SALES,
  readKnownKeys,
  refuseCall,
} from "#db/transitions/keys";
import { type ChangesRow, type LoggedChanges, readChanges } from "#db/transitions/log-changes";
import { RELEASE_SEATS, releaseCall } from "#db/transitions/release-seats";
import { readSoldSeat, SELL_SEAT, type SellOneRow, sellOneCall } from "#db/transitions/sell-seat";
import {
  readSales,
  SELL_SEATS,
  type SellRequest,
  type SellRow,
  type SellVerdict,
  sellCall,
} from "#db/transitions/sell-seats";
import type { ShowCall, ShowFunction } from "#db/transitions/show-function";
import type { DecidedAt, Guard } from "#server/guard/guard";
import type { Metrics } from "#server/ops/metrics";
import { type AskDeps, askShows } from "./ask-shows";
import { createGroupCommit, type GroupCommit } from "./group-commit";
import { type FromWinner, refusedByWinningHold, refusedByWinningSale } from "./refused-by-winner";
import type { Show, Shows } from "./shows";

export interface EngineLimits {
  holdTtlMs: number;
  holdMaxMs: number;
  maxSeats: number;
}

/** Its `pool` is for sales, and nothing else. */
export interface EngineDeps extends AskDeps {
  /** For what pages and joins read. */
  readPool: pg.Pool;
  shows: Shows;
  guard: Guard;
  metrics: Metrics;
  limits: EngineLimits;
  /** Tells the buyer's open pages about the buyer's own hold. */
  tellBuyer: (buyer: string, holdId: string, hold: Hold | null) => void;
}

export interface Engine extends EngineDeps {
  holds: GroupCommit<HoldRequest, HoldVerdict & DecidedAt>;
  sales: GroupCommit<SellRequest, SellVerdict & DecidedAt & FromWinner>;
  /** Closes the keys of sales that were refused without a statement, unless they turn out to have been used. */
  refusals: GroupCommit<KeyRefusal, { known: KeyVerdict | null } & DecidedAt>;
  extensions: GroupCommit<FencedSeats, { untilMs: number | null } & DecidedAt>;
  releases: GroupCommit<FencedSeats, DecidedAt>;
  finds: GroupCommit<HoldQuery, FoundHold[]>;
  /** The same for pages, which must not make a sale wait. */
  pageFinds: GroupCommit<HoldQuery, FoundHold[]>;
  /** The buyer's bookings of a show: pages that come back all at once ask together. */
  pageBookings: GroupCommit<BookingsQuery, StoredBooking[]>;
}

export function createEngine(deps: EngineDeps): Engine {
  const { limits } = deps;
  const sellBySets = transition(SELL_SEATS, sellCall, (showId, requests: SellRequest[], row: SellRow) =>
    readSales(showId, requests, row),
  );
  return {
    ...deps,
    holds: createGroupCommit({
      decide: transition(
        HOLD_SEATS,
        (showId, requests: HoldRequest[]) => holdCall(showId, requests, limits),
        (showId, requests, row: HoldRow) => readHolds(showId, requests, row),
      ),
      keysOf: ({ seats, buyer }) => [...seats, buyer],
      answerFromWinner: refusedByWinningHold,
      onBatch: observe("hold"),
    }),
    sales: createGroupCommit({
      decide: sellShows,
      keysOf: (request) => [...request.seats.map(({ seat }) => seat), nameOfSale(request)],
      answerFromWinner: refusedByWinningSale,
      onBatch: observe("sell"),
    }),
    refusals: createGroupCommit({
      decide: transition(REFUSE_SALES, refuseCall, (showId, refusals: KeyRefusal[], row: RefuseRow) => {
        const known = readKnownKeys(showId, row.known_keys);
        return { verdicts: refusals.map((_, at) => ({ known: known.get(at + 1) ?? null })), changes: [] };
      }),
      keysOf: (refusal) => [nameOfSale(refusal)],
      onBatch: observe("refuse"),
    }),
    extensions: createGroupCommit({
      decide: transition(
        EXTEND_HOLDS,
        (showId, holds: FencedSeats[]) => extendCall(showId, holds, limits),
        (_, holds, row: ExtendRow) => ({
          verdicts: readEnds(holds, row).map((untilMs) => ({ untilMs })),
          changes: [],
        }),
      ),
      keysOf: (hold) => [hold.holdId],
      onBatch: observe("extend"),
    }),
    releases: createGroupCommit({
      decide: transition(RELEASE_SEATS, releaseCall, (showId, holds: FencedSeats[], row: ChangesRow) => ({
        verdicts: holds.map(() => ({})),
        changes: readChanges(showId, row, "available"),
      })),
      keysOf: (hold) => hold.seats,
      onBatch: observe("release"),
    }),
    finds: createGroupCommit({ decide: find(deps.pool), keysOf: () => [], onBatch: observe("find") }),
    pageFinds: createGroupCommit({ decide: find(deps.readPool), keysOf: () => [], onBatch: observe("find") }),
    pageBookings: createGroupCommit({
      decide: async (shows: BookingsQuery[][]) =>
        inGroups(shows, await repeatedOnOutage(() => readBookingsOfShows(deps.readPool, shows.flat()))),
      keysOf: () => [],
      onBatch: observe("bookings"),
    }),
  };

  /** One call for each show of the batch; what they changed is published, and their verdicts are answered. */
  function transition<
    Request extends { showId: string },
    Row extends { now_ms: number },
    Verdict extends object,
  >(
    fn: ShowFunction,
    toCall: (showId: string, requests: Request[]) => ShowCall,
    read: (
      showId: string,
      requests: Request[],
      row: Row,
    ) => { verdicts: Verdict[]; changes: LoggedChanges[] },
  ) {
    return async (shows: Request[][]): Promise<((Verdict & DecidedAt)[] | Error)[]> => {
      const groups = shows.flatMap((requests) => {
        const showId = requests[0]?.showId;
        return showId === undefined ? [] : [{ showId, requests }];
      });
      const asked = await askShows<Row>(
        deps,
        fn,
        groups.map(({ showId, requests }) => toCall(showId, requests)),
      );
      const changed: LoggedChanges[] = [];
      const answers = groups.map(({ showId, requests }, at) => {
        const row = asked[at];
        if (!row || row instanceof Error) return row ?? new Error(`${fn.name} left a show unanswered`);
        const { verdicts, changes } = read(showId, requests, row.row);
        changed.push(...changes);
        return verdicts.map((verdict) => Object.assign(verdict, { sentAtMs: row.sentAtMs }));
      });
      deps.publish(changed);
      return answers;
    };
  }

  /** Single seats the short way, in one round trip; shows with more, and whatever is not simply sold, by sets. */
  async function sellShows(shows: SellRequest[][]): Promise<((SellVerdict & DecidedAt)[] | Error)[]> {
    const outcomes: ((SellVerdict & DecidedAt)[] | Error | undefined)[] = shows.map(() => undefined);
    const single: { place: number; request: SellRequest; call: ShowCall }[] = [];
    const several: number[] = [];
    for (const [place, requests] of shows.entries()) {
      const [request] = requests;
      const call = requests.length === 1 && request ? sellOneCall(request) : undefined;
      if (request && call) single.push({ place, request, call });
      else several.push(place);
    }
    await Promise.all([sellSingle(), sellSeveral(several)]);
    await sellSeveral(single.map(({ place }) => place).filter((place) => outcomes[place] === undefined));
    return outcomes.map((outcome) => outcome ?? new Error("a sale was left undecided"));

    async function sellSingle(): Promise<void> {
      const calls = single.map(({ call }) => call);
      const asked = await askShows<SellOneRow>(deps, SELL_SEAT, calls);
      const changed: LoggedChanges[] = [];
      for (const [at, { place, request }] of single.entries()) {
        const answer = asked[at];
        if (!answer || answer instanceof Error) {
          outcomes[place] = answer;
          continue;
        }
        const sold = readSoldSeat(request, answer.row);
        if (!sold) continue;
        changed.push(...sold.changes);
        outcomes[place] = [Object.assign(sold.verdict, { sentAtMs: answer.sentAtMs })];
      }
      deps.publish(changed);
    }

    async function sellSeveral(places: number[]): Promise<void> {
      const decided = await sellBySets(places.flatMap((place) => [shows[place] ?? []]));
      for (const [at, place] of places.entries()) outcomes[place] = decided[at];
    }
  }

  function find(pool: pg.Pool) {
    return async (shows: HoldQuery[][]): Promise<FoundHold[][][]> => {
      const sentAtMs = performance.now();
      const answer = await repeatedOnOutage(() => findHolds(pool, shows.flat()));
      deps.clock.heard(answer.nowMs, sentAtMs);
      return inGroups(shows, answer.found);
    };
  }

  function observe(statement: string) {
    return (size: number, durationMs: number) => {
      deps.metrics.commit.batchSize.observe({ statement }, size);
      deps.metrics.commit.seconds.observe({ statement }, durationMs / 1000);
    };
  }
}

/** Answers to all of the questions, handed back show by show as they were asked. */
function inGroups<T>(shows: unknown[][], answers: T[][]): T[][][] {
  let at = 0;
  return shows.map((queries) => queries.map(() => answers[at++] ?? []));
}

interface RefuseRow extends ChangesRow {
  known_keys: KnownKeyRow[] | null;
}

function nameOfSale({ buyer, idempotencyKey }: { buyer: string; idempotencyKey: string }): string {
  return `${buyer}\n${idempotencyKey}`;
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
