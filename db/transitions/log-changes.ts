/**
 * The end of every transition: raises the show's version by the number of its changes and logs them in one row,
 * under the versions they were given. The show's row, taken at the beginning and held until the commit, makes the
 * log of a show gap-free and ordered by commit.
 */
import type { SeatStatus } from "#contract/seat-codes";

/**
 * `newlyTaken` and `nextLapse` are expressions: by how many the taken seats grow, and when the show's next hold ends. Two
 * statements about one table each: where shows are spread over several servers, such a one is planned by a shorter way.
 */
export function logChanges(status: SeatStatus, newlyTaken: string, nextLapse = "s.next_lapse"): string {
  return `
    UPDATE shows s
    SET version = s.version + cardinality(changed), seats_taken = s.seats_taken + ${newlyTaken}, next_lapse = ${nextLapse}
    WHERE s.show_id = p_show
    RETURNING s.version, s.seats_taken INTO STRICT version, taken;
    INSERT INTO seat_changes (show_id, version, seats, status) VALUES (p_show, version, changed, '${status}');`;
}

/** What every transition answers beside its verdicts. Nulls: nothing was changed. */
export const CHANGES_ANSWER = "OUT changed int[], OUT fences int[], OUT version int, OUT taken int";

export interface ChangesRow {
  /** The seats that were changed, in the order of their versions, and their fences. */
  changed: number[] | null;
  fences: number[] | null;
  /** The show's version after the last of them. */
  version: number | null;
  /** Seats of the show that are not to be had, after them. */
  taken: number | null;
  now_ms: number;
}

/** The changes of one call, under the versions `from + 1` to `to`. */
export interface LoggedChanges {
  showId: string;
  from: number;
  to: number;
  changes: [seat: number, status: SeatStatus][];
  /** Seats of the show that are not to be had, after them; unknown where the log was read. */
  taken?: number;
}

export function readChanges(showId: string, row: ChangesRow, status: SeatStatus): LoggedChanges[] {
  if (row.version === null || row.changed === null || row.taken === null) return [];
  const changes = row.changed.map((seat): [number, SeatStatus] => [seat, status]);
  return [{ showId, from: row.version - changes.length, to: row.version, changes, taken: row.taken }];
}
