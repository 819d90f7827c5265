/** Who may write now: a lock that is taken for a while and kept by asking again. It can be lost at any moment. */
import { RELEASE_IF_OWNER, RENEW_IF_OWNER } from "./lock-scripts";
import type { RaceContext } from "./strategy";

const DEFAULT_LEASE_MS = 5_000;

export interface Lease {
  take(): Promise<boolean>;
  renew(): Promise<boolean>;
  release(): Promise<void>;
}

export function createLease({ redis, raceId, seat, lock }: RaceContext, owner: string): Lease {
  const key = `lab:${raceId}:lock:${seat}:writer`;
  const ttlMs = lock.ttlMs ?? DEFAULT_LEASE_MS;
  const renew = async () => (await redis.eval(RENEW_IF_OWNER, 1, key, owner, ttlMs)) === 1;
  return {
    renew,
    take: async () => (await redis.set(key, owner, "PX", ttlMs, "NX")) === "OK" || (await renew()),
    async release() {
      await redis.eval(RELEASE_IF_OWNER, 1, key, owner).catch(() => 0);
    },
  };
}
