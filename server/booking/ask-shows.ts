/**
 * Calls of transition functions: several shows in one round trip and one commit where they can share it, repeated on
 * an outage, with the moment after which they decide nothing any more.
 */
import type pg from "pg";
import { isSpread } from "#db/client";
import type { DatabaseClock } from "#db/database-clock";
import { isLockTimeout, isOutage, repeatedOnOutage } from "#db/outages";
import { readVersions } from "#db/queries/read-changes";
import type { LoggedChanges } from "#db/transitions/log-changes";
import { callShows, type ShowCall, type ShowFunction } from "#db/transitions/show-function";
import type { DecidedAt } from "#server/guard/guard";

/** A statement that has not begun to decide by then, by the database's clock, changes nothing any more. */
const DECIDE_WITHIN_MS = 4_000;

/** What one transition of one show came to, and when its statement was sent. */
export interface Asked<Row> extends DecidedAt {
  row: Row;
}

export interface AskDeps {
  pool: pg.Pool;
  clock: DatabaseClock;
  /** Tells every node what was committed. */
  publish: (changes: LoggedChanges[]) => void;
}

/**
 * Calls a function for some shows, in the order of their ids and in one round trip and one commit if it can be. A show
 * that cannot be had now, or spoils it for the others, is then asked by itself.
 */
export async function askShows<Row extends { now_ms: number | null }>(
  deps: AskDeps,
  fn: ShowFunction,
  wanted: ShowCall[],
): Promise<(Asked<Row> | Error)[]> {
  if (wanted.length === 0) return [];
  // A call of several shows would be carried out by none of the servers that have them.
  if (isSpread(deps.pool)) return askEach(deps, fn, wanted);
  const places = [...wanted.keys()].sort((a, b) => (idAt(a) < idAt(b) ? -1 : 1));
  try {
    const asked = await askTogether<Row>(
      deps,
      fn,
      places.flatMap((place) => wanted[place] ?? []),
    );
    const answers: Asked<Row>[] = [];
    for (const [at, place] of places.entries()) if (asked[at]) answers[place] = asked[at];
    return answers;
  } catch (error) {
    if (wanted.length === 1 || isOutage(error)) throw error;
    return askEach(deps, fn, wanted);
  }

  function idAt(place: number): string {
    return wanted[place]?.showId ?? "";
  }
}

async function askEach<Row extends { now_ms: number | null }>(
  deps: AskDeps,
  fn: ShowFunction,
  wanted: ShowCall[],
): Promise<(Asked<Row> | Error)[]> {
  const alone = await Promise.allSettled(wanted.map((one) => askTogether<Row>(deps, fn, [one])));
  return alone.map((one) =>
    one.status === "fulfilled" ? (one.value[0] ?? new Error(`${fn.name} answered nothing`)) : one.reason,
  );
}

async function askTogether<Row extends { now_ms: number | null }>(
  deps: AskDeps,
  fn: ShowFunction,
  wanted: ShowCall[],
): Promise<Asked<Row>[]> {
  const { pool, clock } = deps;
  return repeatedOnOutage(
    async () => {
      const sentAtMs = performance.now();
      const deadlineMs = clock.isSet() ? clock.nowMs() + DECIDE_WITHIN_MS : null;
      try {
        const rows = await callShows<Row>(pool, fn, wanted, deadlineMs);
        for (const { now_ms } of rows) if (now_ms !== null) clock.heard(now_ms, sentAtMs);
        return rows.map((row) => ({ row, sentAtMs }));
      } catch (error) {
        if (wanted.length > 1 && isLockTimeout(error)) throw new Error("one of several shows is held up");
        throw error;
      }
    },
    () => publishAfterLostReply(deps, wanted),
  );
}

/** One transition of one show that nobody shares. */
export async function askShow<Row extends { now_ms: number }>(
  deps: AskDeps,
  fn: ShowFunction,
  showId: string,
  columns: Record<string, unknown> = {},
): Promise<Asked<Row>> {
  const [asked] = await askTogether<Row>(deps, fn, [{ showId, columns }]);
  if (!asked) throw new Error(`${fn.name} answered nothing`);
  return asked;
}

/**
 * What a statement changed whose reply was lost, nobody has published. Naming the versions that stand makes every
 * node that is behind read the log.
 */
function publishAfterLostReply({ pool, publish }: AskDeps, wanted: { showId: string }[]): void {
  const showIds = [...new Set(wanted.map(({ showId }) => showId))];
  readVersions(pool, showIds).then(
    (versions) =>
      publish(versions.map(({ version, ...show }) => ({ ...show, from: version, to: version, changes: [] }))),
    () => {}, // Postgres is away again: the feed's own check will find it.
  );
}
