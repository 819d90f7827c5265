/**
 * The lock of etcd's own recipe. Each contender has a lease and puts one key under it, in a transaction that creates
 * it or nothing. Whoever's key was created first has the lock; everyone else watches the key created just before
 * theirs, so that a release wakes one and not all. The revision at which the key was created only grows: a fence.
 */
import { randomUUID } from "node:crypto";
import type { EtcdClient } from "./etcd-client";

export interface EtcdLock {
  /** At which the key was created. */
  revision: number;
  /** How long it is kept without a word from its holder. */
  ttlMs: number;
  renew(): Promise<boolean>;
  /** By our own clock: whether etcd may have let it lapse since it last heard from us. */
  lost(): boolean;
  release(): Promise<boolean>;
}

const LOOK_AGAIN_MS = 2_000;

/** Undefined if it was not had in time. */
export async function takeEtcdLock(
  etcd: EtcdClient,
  key: string,
  ttlMs: number,
  waitMs: number,
): Promise<EtcdLock | undefined> {
  const giveUp = AbortSignal.timeout(Math.min(waitMs, 2 ** 31 - 1));
  let heardAt = performance.now();
  const granted = await etcd.grantLease(ttlMs);
  const { lease } = granted;
  const own = `${key}/${lease}`;
  const renewal = setInterval(() => void renew().catch(() => false), granted.ttlMs / 3);
  const release = async () => {
    clearInterval(renewal);
    await etcd.revokeLease(lease);
    return true;
  };
  try {
    const revision = await etcd.create(own, randomUUID(), lease);
    while (!giveUp.aborted) {
      const queue = await etcd.list(`${key}/`);
      const place = queue.findIndex((other) => other.key === own);
      if (place < 0) break;
      if (place === 0) {
        clearInterval(renewal);
        return { revision, ttlMs: granted.ttlMs, renew, lost, release };
      }
      const before = queue[place - 1]?.key ?? own;
      // It may have gone between the list and the watch, or the node that watches is frozen: soon look again.
      const lookAgain = AbortSignal.any([giveUp, AbortSignal.timeout(LOOK_AGAIN_MS)]);
      await etcd.untilChanged(before, lookAgain).catch(() => {});
    }
  } catch (error) {
    await release().catch(() => false);
    throw error;
  }
  await release().catch(() => false);
  return undefined;

  async function renew(): Promise<boolean> {
    const askedAt = performance.now();
    const alive = await etcd.keepAlive(lease);
    if (alive) heardAt = askedAt;
    return alive;
  }

  function lost(): boolean {
    return performance.now() > heardAt + granted.ttlMs;
  }
}
