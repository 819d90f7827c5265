/**
 * Moves the seats of shows that are over into `archive.seats`, so that the table everyone sells from keeps the size of
 * what is on sale. As a command: `DATABASE_URL=… node build/db/archive.js --older-than-days 90`, or
 * `--before 2026-10-01`.
 *
 * Shows, bookings and payments stay where they are: a buyer's tickets are read from them, for as long as anyone likes.
 * Each show is moved by one statement and so all or nothing; interrupted, it is run again and goes on.
 */
import { parseArgs } from "node:util";
import pg from "pg";
import { DEMO_SHOW_ID, LAB_SHOW_PREFIX } from "#contract/shows";
import { runAsCommand } from "./command";
import { archiveShow } from "./queries/archive-show";

const SAY_EVERY_MS = 5_000;
const DAY_MS = 86_400_000;

const OVER = `
  s.starts_at < $1::timestamptz AND s.show_id <> '${DEMO_SHOW_ID}' AND NOT starts_with(s.show_id, '${LAB_SHOW_PREFIX}')
  AND EXISTS (SELECT FROM seats c WHERE c.show_id = s.show_id)`;

export interface Archived {
  shows: number;
  seats: number;
  /** Shows that are over but have a hold or a payment that is not settled: another run moves them. */
  unsettled: number;
}

/** Shows that began before `before`; those of the last day are never among them. */
export async function archiveShows(
  databaseUrl: string,
  before: Date,
  say: (line: string) => void = () => {},
): Promise<Archived> {
  if (before.getTime() > Date.now() - DAY_MS) throw new Error("shows of the last day are not archived yet");
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ id: string }>(
      `SELECT s.show_id AS id FROM shows s WHERE ${OVER} ORDER BY s.starts_at`,
      [before],
    );
    const moved = { shows: 0, seats: 0 };
    let saidAtMs = performance.now();
    for (const [at, { id }] of rows.entries()) {
      const seats = await archiveShow(client, id, before);
      if (seats > 0) moved.shows += 1;
      moved.seats += seats;
      if (performance.now() - saidAtMs < SAY_EVERY_MS) continue;
      saidAtMs = performance.now();
      say(`${at + 1} of ${rows.length} shows`);
    }
    return { ...moved, unsettled: rows.length - moved.shows };
  } finally {
    await client.end();
  }
}

/** Days are Vietnam's, which has no summer time. */
export function readLimit(args: string[], now = Date.now()): Date {
  const { values } = parseArgs({
    args,
    options: { before: { type: "string" }, "older-than-days": { type: "string" } },
  });
  const { before, "older-than-days": days } = values;
  const limit =
    before === undefined
      ? new Date(now - (/^\d+$/.test(days ?? "") ? Number(days) : Number.NaN) * DAY_MS)
      : new Date(`${before}T00:00:00+07:00`);
  if ((before !== undefined && days !== undefined) || Number.isNaN(limit.getTime()))
    throw new Error("say which shows: --before 2026-10-01, or --older-than-days 90");
  return limit;
}

await runAsCommand("archive", async (databaseUrl) => {
  const limit = readLimit(process.argv.slice(2));
  const archived = await archiveShows(databaseUrl, limit, console.log);
  console.log(`Archived: ${archived.shows} shows with ${archived.seats} seats.`);
  if (archived.unsettled > 0)
    console.log(`Left, for a hold or a payment that is not settled: ${archived.unsettled} shows.`);
});
