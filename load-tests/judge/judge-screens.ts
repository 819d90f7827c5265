/** Whether what viewers saw is what was so: each screen is compared with the map at the version it shows. */
import type pg from "pg";
import type { ScreenNote } from "./client-notes";
import type { StartingState } from "./starting-state";

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
export async function judgeScreens(
  client: pg.Client,
  start: StartingState,
  screens: ScreenNote[],
): Promise<string[]> {
  const wrong: string[] = [];
  for (const showId of new Set(screens.map((screen) => screen.showId))) {
    const before = start.maps.get(showId);
    const { rows } = await client.query<Change>(
      `SELECT c.version - cardinality(c.seats) + s.place::int AS version, s.seat, c.status, c.changed_at
       FROM seat_changes c CROSS JOIN unnest(c.seats) WITH ORDINALITY AS s (seat, place)
       WHERE c.show_id = $1 AND c.version > $2 ORDER BY 1`,
      [showId, before?.version ?? 0],
    );
    for (const screen of screens.filter((one) => one.showId === showId)) {
      const problem = compare(screen, before?.seats ?? "", rows);
      if (problem) wrong.push(`${screen.viewer} ${problem}`);
    }
  }
  return wrong;
}

function compare(screen: ScreenNote, before: string, changes: Change[]): string | undefined {
  const due = changes.findLast(
    ({ changed_at }) => changed_at.getTime() <= screen.seenAt - DELIVERED_WITHIN_MS,
  );
  if (due && screen.version < due.version) {
    return `showed version ${screen.version} when version ${due.version} was long committed`;
  }
  const truth = [...before];
  for (const { version, seat, status } of changes) {
    if (version <= screen.version) truth[seat] = CODES[status] ?? "?";
  }
  const differing = truth.filter((code, seat) => code !== screen.seats[seat]).length;
  if (differing > 0 || truth.length !== screen.seats.length) {
    return `showed ${differing} of ${truth.length} seats otherwise than they were at version ${screen.version}`;
  }
  return undefined;
}
