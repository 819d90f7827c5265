/**
 * What nobody needs after a day: changes (whoever is that far behind takes a snapshot) and refused keys (no
 * statement is under way that long). Each call removes at most so many rows of each, oldest first, so that it is short
 * however large the tables are, and leaves to another node what that node is just removing. It finds
 * the rows of all shows, and then removes them show by show, where the show is.
 *
 * The age is asked of `now()`: `clock_timestamp()` may change from row to row, so no index can be searched for it, and
 * a call with nothing to remove would go through all that is kept. The rows are removed one by one: joined with their
 * own table they would be found by reading it whole.
 */
import type pg from "pg";
import { callShows, defineShowFunction, showFunction } from "#db/transitions/show-function";

const KEEP_HOURS = 24;
const OLD = `now() - interval '${KEEP_HOURS} hours'`;

const PRUNE_SHOW = showFunction("prune_show", { r_version: "int[]", w_buyer: "text[]", w_key: "text[]" });

export const PRUNE_FUNCTION = defineShowFunction(PRUNE_SHOW, {
  answers: "OUT changes int, OUT keys int",
  declare: "old record;",
  body: `
  changes := 0;
  FOR old IN SELECT o.version FROM unnest(r_version) AS o (version) LOOP
    PERFORM FROM seat_changes c WHERE c.show_id = p_show AND c.version = old.version FOR UPDATE SKIP LOCKED;
    CONTINUE WHEN NOT FOUND;
    DELETE FROM seat_changes c WHERE c.show_id = p_show AND c.version = old.version;
    changes := changes + 1;
  END LOOP;
  keys := 0;
  FOR old IN SELECT o.buyer, o.key FROM unnest(w_buyer, w_key) AS o (buyer, key) LOOP
    PERFORM FROM refused_keys k
    WHERE k.show_id = p_show AND k.buyer = old.buyer AND k.idempotency_key = old.key FOR UPDATE SKIP LOCKED;
    CONTINUE WHEN NOT FOUND;
    DELETE FROM refused_keys k WHERE k.show_id = p_show AND k.buyer = old.buyer AND k.idempotency_key = old.key;
    keys := keys + 1;
  END LOOP;`,
});

const FIND_CHANGES = `
  SELECT c.show_id AS "showId", c.version FROM seat_changes c WHERE c.changed_at < ${OLD}
  ORDER BY c.changed_at LIMIT $1::int`;
const FIND_KEYS = `
  SELECT k.show_id AS "showId", k.buyer, k.idempotency_key AS key FROM refused_keys k WHERE k.refused_at < ${OLD}
  ORDER BY k.refused_at LIMIT $1::int`;

/** How many rows were removed of each: as many as `limit` means there may be more. */
export async function prune(pool: pg.Pool, limit: number): Promise<{ changes: number; keys: number }> {
  const { rows: changes } = await pool.query<{ showId: string; version: number }>({
    name: "find-old-changes",
    text: FIND_CHANGES,
    values: [limit],
  });
  const { rows: keys } = await pool.query<{ showId: string; buyer: string; key: string }>({
    name: "find-old-keys",
    text: FIND_KEYS,
    values: [limit],
  });
  const calls = new Map<string, PruneCall>();
  const callOf = (showId: string) => {
    const call = calls.get(showId) ?? emptyCall(showId);
    calls.set(showId, call);
    return call.columns;
  };
  for (const { showId, version } of changes) callOf(showId).r_version.push(version);
  for (const { showId, buyer, key } of keys) {
    callOf(showId).w_buyer.push(buyer);
    callOf(showId).w_key.push(key);
  }
  const removed = { changes: 0, keys: 0 };
  if (calls.size === 0) return removed;
  for (const row of await callShows<typeof removed>(pool, PRUNE_SHOW, [...calls.values()], null)) {
    removed.changes += row.changes;
    removed.keys += row.keys;
  }
  return removed;
}

interface PruneCall {
  showId: string;
  columns: { r_version: number[]; w_buyer: string[]; w_key: string[] };
}

function emptyCall(showId: string): PruneCall {
  return { showId, columns: { r_version: [], w_buyer: [], w_key: [] } };
}
