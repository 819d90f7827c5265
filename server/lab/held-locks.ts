/** Who holds a lock on the raced seat now, as the servers that keep it say. */
import type pg from "pg";
import { readLockTable } from "#db/queries/lab-read-locks";
import type { Ensemble } from "./ensembles/ensemble";
import type { RedisNode } from "./redis/redis-node";

export interface HeldLock {
  key: string;
  /** Which node keeps it, from 1. */
  node: number;
  owner: string;
  /** Null for a lock that does not end by itself. */
  ttlMs: number | null;
}

export async function readHeldLocks(
  { db, nodes, ensemble }: { db: pg.Pool; nodes: RedisNode[]; ensemble: Ensemble | null },
  keys: string[],
): Promise<HeldLock[]> {
  const found = await Promise.all([
    ...nodes.map((node, index) => (node.answers() ? locksOf(node, index + 1, keys) : [])),
    readLockTable(db, keys),
    ...keys.map((key) => ensemble?.locks(key) ?? []),
  ]);
  return found.flat();
}

export function isSameHold(one: HeldLock, other: HeldLock): boolean {
  return one.node === other.node && one.key === other.key && one.owner === other.owner;
}

/** By commands that no strategy uses, so that looking is not counted as racing. */
async function locksOf({ client }: RedisNode, node: number, keys: string[]): Promise<HeldLock[]> {
  const values = await client.mget(keys);
  const locks = await Promise.all(
    keys.map(async (key, at) => {
      // The owner is the value, or, where it may count, the field of a hash.
      const owner = values[at] ?? (await client.hrandfield(key).catch(() => null));
      if (typeof owner !== "string") return [];
      const endsAt = await client.pexpiretime(key);
      return [{ key, node, owner, ttlMs: endsAt < 0 ? null : Math.max(0, endsAt - Date.now()) }];
    }),
  );
  return locks.flat();
}
