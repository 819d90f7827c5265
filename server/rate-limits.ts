/**
 * How fast one identity and one address may ask, as token buckets in this node's memory. A socket stays on
 * its node, so per-node buckets bound what one client can do without a round trip per attempt, and they go on
 * working when Redis does not.
 */
interface Bucket {
  tokens: number;
  filledAtMs: number;
}

export interface Limit {
  burst: number;
  perSecond: number;
}

/** One person clicking as fast as people do, and a lesson in which one person plays a hundred. */
const IDENTITY_LIMIT: Limit = { burst: 100, perSecond: 20 };
/** A lecture hall behind one address must be able to race for a seat. */
const ADDRESS_LIMIT: Limit = { burst: 1_000, perSecond: 200 };
const FORGET_EVERY_MS = 10_000;

export interface RateLimits {
  /** Takes one attempt, or says in how many milliseconds there will be one. */
  take(identity: string, address: string): { ok: true } | { ok: false; retryAfterMs: number };
}

export const noRateLimits: RateLimits = { take: () => ({ ok: true }) };

export function createRateLimits(
  now: () => number = () => performance.now(),
  limits = { identity: IDENTITY_LIMIT, address: ADDRESS_LIMIT },
): RateLimits {
  const identities = new Map<string, Bucket>();
  const addresses = new Map<string, Bucket>();
  let forgottenAtMs = now();

  return {
    take(identity, address) {
      const nowMs = now();
      if (nowMs - forgottenAtMs > FORGET_EVERY_MS) {
        forgottenAtMs = nowMs;
        forgetFull(identities, limits.identity, nowMs);
        forgetFull(addresses, limits.address, nowMs);
      }
      const own = fill(identities, identity, limits.identity, nowMs);
      const shared = fill(addresses, address, limits.address, nowMs);
      const waitMs = Math.max(wait(own, limits.identity), wait(shared, limits.address));
      if (waitMs > 0) return { ok: false, retryAfterMs: waitMs };
      own.tokens -= 1;
      shared.tokens -= 1;
      return { ok: true };
    },
  };
}

function fill(buckets: Map<string, Bucket>, key: string, limit: Limit, nowMs: number): Bucket {
  const bucket = buckets.get(key) ?? { tokens: limit.burst, filledAtMs: nowMs };
  bucket.tokens = Math.min(
    limit.burst,
    bucket.tokens + ((nowMs - bucket.filledAtMs) * limit.perSecond) / 1000,
  );
  bucket.filledAtMs = nowMs;
  buckets.set(key, bucket);
  return bucket;
}

function wait(bucket: Bucket, limit: Limit): number {
  return bucket.tokens >= 1 ? 0 : Math.ceil(((1 - bucket.tokens) * 1000) / limit.perSecond);
}

/** A full bucket is the same as none. */
function forgetFull(buckets: Map<string, Bucket>, limit: Limit, nowMs: number): void {
  for (const [key, bucket] of buckets) {
    if (bucket.tokens + ((nowMs - bucket.filledAtMs) * limit.perSecond) / 1000 >= limit.burst)
      buckets.delete(key);
  }
}
