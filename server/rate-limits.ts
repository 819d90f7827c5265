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

export interface Allowance {
  identity: Limit;
  address: Limit;
}

/** For everything that tries to change something. */
export const ATTEMPTS: Allowance = {
  /** One person clicking as fast as people do, and a lesson in which one person plays a hundred. */
  identity: { burst: 100, perSecond: 20 },
  /** A lecture hall behind one address must be able to race for a seat. */
  address: { burst: 1_000, perSecond: 200 },
};

/** For joining a show, which reads the joiner's holds and bookings in Postgres. */
export const JOINS: Allowance = {
  /** Every tab of one person coming back after a restart, each behind on every tick (20 a second). */
  identity: { burst: 200, perSecond: 20 },
  /** Everyone behind one address coming back at once; a stranger with an identity per socket ends here. */
  address: { burst: 10_000, perSecond: 1_000 },
};

const FORGET_EVERY_MS = 10_000;

export interface RateLimits {
  /** Takes one attempt, or says in how many milliseconds there will be one. */
  take(identity: string, address: string): { ok: true } | { ok: false; retryAfterMs: number };
}

export const noRateLimits: RateLimits = { take: () => ({ ok: true }) };

export function createRateLimits(limits: Allowance, now: () => number = () => performance.now()): RateLimits {
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
