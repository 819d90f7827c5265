/** What the surviving Postgres says, held against everything the buyers were told. */
import pg from "pg";
import { checkHistory } from "#histories/check";
import { describeOperation } from "#histories/finding";
import type { History, Operation } from "#histories/history";
import type { LedgerBooking } from "#histories/ledger";
import { brokenRules } from "#testing/invariants";

/** The recorder and the database are on one machine; a hold's end is read on the way. */
const LAPSE_TOLERANCE_MS = 50;

export interface Loss {
  answeredAtMs: number;
  sentence: string;
}

export interface Judgement {
  bookings: number;
  /** Acknowledged bookings that are not there, whatever their buyers did with them later. */
  lost: Loss[];
  soldTwice: number;
  /** Everything else that cannot be explained, as sentences. */
  others: string[];
}

const BOOKINGS = `
  SELECT b.idempotency_key AS key, b.show_id AS show, b.reference, b.cancelled_at IS NOT NULL AS cancelled,
         (SELECT array_agg(s.label) FROM booking_seats o JOIN seats s USING (show_id, seat)
          WHERE o.show_id = b.show_id AND o.reference = b.reference) AS seats
  FROM bookings b WHERE b.created_at >= $1`;

const SOLD_TWICE = `
  SELECT coalesce(sum(sales - 1), 0)::int AS count FROM (
    SELECT count(*) AS sales FROM booking_seats WHERE released_at IS NULL GROUP BY show_id, seat) s`;

export async function judge(databaseUrl: string, since: Date, history: History): Promise<Judgement> {
  const sql = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  try {
    const { rows } = await sql.query<Omit<LedgerBooking, "buyer"> & { key: string }>(BOOKINGS, [since]);
    // A key begins with the name of the buyer who made it.
    const bookings = rows.map((row) => ({ ...row, buyer: row.key.split("-")[0] ?? "" }));
    const { rows: twice } = await sql.query<{ count: number }>(SOLD_TWICE);
    const verdict = checkHistory(history, {
      ledger: { bookings },
      lapseToleranceMs: LAPSE_TOLERANCE_MS,
      refusalsMustBeJust: false,
    });
    const findings = verdict.legal ? [] : verdict.findings;
    return {
      bookings: bookings.length,
      lost: [
        ...absentSales(history, new Set(rows.map(({ key }) => key))),
        // Those that are there, and were cancelled by nobody.
        ...findings.flatMap(({ rule, sentence, operations: [sale] }) =>
          rule === "booking-lost" && rows.some(({ key }) => key === sale?.key)
            ? [{ answeredAtMs: sale?.answeredAtMs ?? 0, sentence }]
            : [],
        ),
      ],
      soldTwice: twice[0]?.count ?? 0,
      others: [
        ...findings.filter(({ rule }) => rule !== "booking-lost").map(({ sentence }) => sentence),
        ...(await brokenRules(sql)),
      ],
    };
  } finally {
    await sql.end();
  }
}

function absentSales({ operations }: History, keys: Set<string>): Loss[] {
  const absent = new Map<string, Operation>();
  for (const one of operations) {
    const sold = one.answer?.ok && (one.what === "confirm" || one.what === "book");
    if (sold && one.key !== undefined && !keys.has(one.key)) absent.set(one.key, one);
  }
  return [...absent.values()].map((sale) => ({
    answeredAtMs: sale.answeredAtMs ?? 0,
    sentence: `${describeOperation(sale)} was acknowledged and is not in the ledger.`,
  }));
}

/** The database's clock, from which on bookings are the buyers'. */
export async function readClock(databaseUrl: string): Promise<Date> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ now: Date }>("SELECT clock_timestamp() AS now");
  await client.end();
  return rows[0]?.now ?? new Date(0);
}
