/** Whether what viewers saw is what was so: each screen is compared with the map at the version it shows. */
import type pg from "pg";
import type { Opening } from "./opening";
import type { Sight } from "./told";

/** A change on its way for longer than this at the last look was not delivered. */
const DELIVERED_WITHIN_MS = 3_000;

const CODES: Record<string, string> = { available: "a", held: "h", booked: "b", blocked: "x" };

interface Change {
  version: number;
  seat: number;
  status: string;
  changed_at: Date;
}

/** One sentence per viewer whose screen was wrong or behind. */
export async function judgeSights(client: pg.Client, opening: Opening, sights: Sight[]): Promise<string[]> {
  const wrong: string[] = [];
  for (const showId of new Set(sights.map((sight) => sight.showId))) {
    const before = opening.maps.get(showId);
    const { rows } = await client.query<Change>(
      `SELECT version, seat, status, changed_at FROM seat_changes
       WHERE show_id = $1 AND version > $2 ORDER BY version`,
      [showId, before?.version ?? 0],
    );
    for (const sight of sights.filter((one) => one.showId === showId)) {
      const problem = compare(sight, before?.seats ?? "", rows);
      if (problem) wrong.push(`${sight.viewer} ${problem}`);
    }
  }
  return wrong;
}

function compare(sight: Sight, before: string, changes: Change[]): string | undefined {
  const due = changes.findLast(
    ({ changed_at }) => changed_at.getTime() <= sight.seenAt - DELIVERED_WITHIN_MS,
  );
  if (due && sight.version < due.version) {
    return `showed version ${sight.version} when version ${due.version} was long committed`;
  }
  const truth = [...before];
  for (const { version, seat, status } of changes) {
    if (version <= sight.version) truth[seat] = CODES[status] ?? "?";
  }
  const differing = truth.filter((code, seat) => code !== sight.seats[seat]).length;
  if (differing > 0 || truth.length !== sight.seats.length) {
    return `showed ${differing} of ${truth.length} seats otherwise than they were at version ${sight.version}`;
  }
  return undefined;
}
