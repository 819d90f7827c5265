/**
 * The verdict on a run. What was sold is counted in Postgres, by SQL, at one moment; what the clients were told
 * is put beside it and joined. The server's own word is not asked for. Any disagreement is a fault, and a run
 * with a fault has failed.
 */
import type pg from "pg";
import type { History } from "../../histories/history";
import { type Answer, answersIn, type ClientNote, type Outcome, screensIn } from "./client-notes";
import { findUnexplained, readHistory } from "./history";
import { judgeScreens } from "./judge-screens";
import { type Integrity, type Ledger, readIntegrity, readSales } from "./ledger";
import type { StartingState } from "./starting-state";

/** `once`: the hot seat has exactly one owner. `many`: it must be sold twice, or the run cannot see the race. */
export type Expectation = "once" | "many" | "any";

export interface Case {
  ledger: Ledger;
  expectation: Expectation;
  /** Whether every request must be decided: so on the box office, while a lab strategy may run out of patience. */
  decides: boolean;
  /** Others may be buying at the same time: their sales are no disagreement. */
  shared: boolean;
}

export interface Verdict extends Integrity {
  /** Requests to buy: one-shot bookings and confirmations. */
  requests: number;
  told: Record<Outcome, number>;
  /** Sales by the ledger: bookings of one or more seats, or rows of the lab's. */
  bookings: number;
  /** Seats sold, by the ledger. */
  sold: number;
  salesPerSeat: { showId: string; seat: string; sales: number }[];
  holds: number;
  /** Requests to hold that were refused. */
  holdsRefused: number;
  viewers: number;
  faults: string[];
  /** The fault that had to happen, and did. */
  expectedFailure: string | null;
}

const NAMED_AT_MOST = 5;
/** The clients' notes count whole milliseconds. */
const CLOCK_GRAIN_MS = 2;

export async function judge(
  client: pg.Client,
  start: StartingState,
  notes: ClientNote[],
  asked: Case,
): Promise<Verdict & { history: History }> {
  const answers = answersIn(notes);
  const screens = screensIn(notes);
  const shows = [...new Set([...answers, ...screens].map(({ showId }) => showId))];
  await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ");
  try {
    await storeAnswers(client, answers);
    await readSales(client, asked.ledger, shows, start);
    if (asked.shared) await forgetStrangers(client);
    const integrity = await readIntegrity(client, asked.ledger, shows, start);
    const salesPerSeat = await readSalesPerSeat(client);
    const purchases = answers.filter(({ operation }) => operation === "book" || operation === "confirm");
    const counted = {
      ...integrity,
      requests: purchases.length,
      told: countOutcomes(purchases),
      bookings: await countBookings(client),
      sold: salesPerSeat.reduce((sum, { sales }) => sum + sales, 0),
      salesPerSeat,
      holds: countHolds(answers, "done"),
      holdsRefused: countHolds(answers, "refused"),
      viewers: screens.length,
    };
    const expectedFailure =
      asked.expectation === "many" && counted.doubleBookings > 0
        ? `sold ${describeHottest(salesPerSeat)}, as it must without a lock`
        : null;
    const history = await readHistory(client, answers);
    const faults = [
      // Where the seat must be sold twice no order explains it, and none is looked for.
      ...(asked.expectation === "many" ? [] : findUnexplained(history)),
      ...faultsOfSelling(counted, asked.expectation),
      ...(await findMissing(client, asked.ledger)),
      ...(await findUntold(client)),
      ...(await findPromisedTwice(client)),
      ...(await findBrokenPromises(client)),
      ...named(integrity.torn, "seats whose row and sale contradict each other"),
      ...named(integrity.lost, "seats lost: taken for good, and nobody's"),
      ...(asked.decides ? faultsOfAnswering(answers) : []),
      ...named(await judgeScreens(client, start, screens), "viewers saw something else than was sold"),
    ];
    return { ...counted, faults, expectedFailure, history };
  } finally {
    await client.query("ROLLBACK");
  }
}

async function storeAnswers(client: pg.Client, answers: Answer[]): Promise<void> {
  await client.query(
    `CREATE TEMP TABLE told (operation text, buyer text, show_id text, seats text[], outcome text, code text, reference text,
                             asked_at float8, heard_at float8, held_for_ms float8)
     ON COMMIT DROP`,
  );
  await client.query(
    `INSERT INTO told
     SELECT operation, buyer, "showId", seats, outcome, code, reference, "askedAt", "askedAt" + "tookMs", "heldForMs"
     FROM jsonb_to_recordset($1::jsonb)
       AS t (operation text, buyer text, "showId" text, seats text[], outcome text, code text, reference text,
             "askedAt" float8, "tookMs" float8, "heldForMs" float8)`,
    [JSON.stringify(answers)],
  );
}

async function forgetStrangers(client: pg.Client): Promise<void> {
  await client.query("DELETE FROM ledger l WHERE NOT EXISTS (SELECT 1 FROM told t WHERE t.buyer = l.buyer)");
}

async function countBookings(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    "SELECT count(DISTINCT reference)::int AS count FROM ledger",
  );
  return rows[0]?.count ?? 0;
}

async function readSalesPerSeat(client: pg.Client): Promise<Verdict["salesPerSeat"]> {
  const { rows } = await client.query<{ showId: string; seat: string; sales: number }>(
    `SELECT show_id AS "showId", seat, count(*)::int AS sales FROM ledger GROUP BY show_id, seat
     ORDER BY sales DESC, show_id, seat`,
  );
  return rows;
}

function faultsOfSelling(
  counted: Pick<Verdict, "doubleBookings" | "sold" | "salesPerSeat" | "requests">,
  expectation: Expectation,
): string[] {
  const { doubleBookings, sold, salesPerSeat, requests } = counted;
  if (requests === 0) return ["nobody asked for anything: the crowd did not arrive"];
  if (expectation === "many") {
    return doubleBookings > 0 ? [] : [`sold ${sold} and none twice: this run cannot see the race`];
  }
  const twice =
    doubleBookings > 0 ? [`${doubleBookings} double bookings: ${describeHottest(salesPerSeat)}`] : [];
  const none = sold === 0 ? ["nothing was sold, although it was free"] : [];
  return expectation === "any" ? none : [...twice, ...none];
}

function faultsOfAnswering(answers: Answer[]): string[] {
  const undecided = answers.filter(({ outcome }) => outcome === "error" || outcome === "unanswered");
  const codes = [...new Set(undecided.map(({ code }) => code ?? "?"))].join(", ");
  return undecided.length > 0 ? [`${undecided.length} requests were not decided (${codes})`] : [];
}

/** Told "it is yours", and the ledger does not know. */
async function findMissing(client: pg.Client, ledger: Ledger): Promise<string[]> {
  const { rows } = await client.query<{ what: string }>(
    `SELECT t.buyer || ' ' || seat || coalesce(' (' || t.reference || ')', '') AS what
     FROM told t, unnest(t.seats) AS seat
     WHERE t.operation IN ('book', 'confirm') AND t.outcome = 'done'
       AND NOT EXISTS (
         SELECT 1 FROM ledger l
         WHERE l.show_id = t.show_id AND l.seat = seat AND l.buyer = t.buyer
           AND ($1::boolean OR l.reference = t.reference))`,
    // The lab's sales have no reference: a buyer of a burst buys once.
    [ledger.kind === "lab"],
  );
  return named(
    rows.map(({ what }) => what),
    "seats acknowledged as bought but missing in the ledger",
  );
}

/** Sold by the ledger to a buyer who was told otherwise. Without an answer either is possible, and no fault. */
async function findUntold(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ what: string }>(
    `SELECT l.buyer || ' ' || l.seat AS what
     FROM ledger l
     WHERE NOT EXISTS (
       SELECT 1 FROM told t
       WHERE t.buyer = l.buyer AND t.show_id = l.show_id AND l.seat = ANY (t.seats)
         AND t.operation IN ('book', 'confirm') AND t.outcome IN ('done', 'unanswered', 'error'))`,
  );
  return named(
    rows.map(({ what }) => what),
    "seats sold to buyers who were not told so",
  );
}

/**
 * Held for one buyer while it was certainly held for another: asked for after the first had heard of it, and
 * granted before the first's time was over or its owner let go. A seat that was bought is promised for good.
 */
async function findPromisedTwice(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ what: string }>(
    `WITH promise AS (
       SELECT h.buyer, h.show_id, seat, h.asked_at, h.heard_at,
              CASE WHEN EXISTS (SELECT 1 FROM told c WHERE c.operation = 'confirm' AND c.outcome = 'done'
                                AND c.buyer = h.buyer AND c.show_id = h.show_id AND seat = ANY (c.seats))
                   THEN 'infinity'
                   ELSE least(h.asked_at + h.held_for_ms,
                              (SELECT min(r.asked_at) FROM told r WHERE r.operation = 'release'
                               AND r.buyer = h.buyer AND r.show_id = h.show_id AND seat = ANY (r.seats))) END AS ends_at
       FROM told h, unnest(h.seats) AS seat
       WHERE h.operation = 'hold' AND h.outcome = 'done'
     )
     SELECT DISTINCT a.seat || ' (' || a.buyer || ', then ' || b.buyer || ')' AS what
     FROM promise a
     JOIN promise b ON b.show_id = a.show_id AND b.seat = a.seat AND b.buyer <> a.buyer
     WHERE b.asked_at > a.heard_at + $1::float8 AND b.heard_at < a.ends_at - $1::float8`,
    [CLOCK_GRAIN_MS],
  );
  return named(
    rows.map(({ what }) => what),
    "seats held for two buyers at once",
  );
}

/** Told that the hold is over, before its time was. */
async function findBrokenPromises(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ what: string }>(
    `SELECT DISTINCT c.buyer || ' ' || array_to_string(c.seats, ' ') AS what
     FROM told c
     JOIN told h ON h.operation = 'hold' AND h.outcome = 'done' AND h.buyer = c.buyer AND h.show_id = c.show_id
       AND h.seats = c.seats
     WHERE c.operation = 'confirm' AND c.code = 'hold_expired'
       AND c.asked_at >= h.asked_at AND c.heard_at < h.asked_at + h.held_for_ms - $1::float8`,
    [CLOCK_GRAIN_MS],
  );
  return named(
    rows.map(({ what }) => what),
    "holds that ended before their time",
  );
}

function countHolds(answers: Answer[], wanted: Outcome): number {
  return answers.filter(({ operation, outcome }) => operation === "hold" && outcome === wanted).length;
}

function countOutcomes(answers: Answer[]): Record<Outcome, number> {
  const counts = { done: 0, refused: 0, error: 0, unanswered: 0 };
  for (const { outcome } of answers) counts[outcome] += 1;
  return counts;
}

function describeHottest(salesPerSeat: Verdict["salesPerSeat"]): string {
  const twice = salesPerSeat.filter(({ sales }) => sales > 1);
  const shown = twice.slice(0, NAMED_AT_MOST).map(({ seat, sales }) => `${seat} ${sales} times`);
  return shown.join(", ") + (twice.length > NAMED_AT_MOST ? ", …" : "");
}

function named(what: string[], sentence: string): string[] {
  if (what.length === 0) return [];
  const shown = what.slice(0, NAMED_AT_MOST).join(", ");
  return [`${what.length} ${sentence}: ${shown}${what.length > NAMED_AT_MOST ? ", …" : ""}`];
}
