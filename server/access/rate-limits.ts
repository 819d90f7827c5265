/**
 * How fast one buyer and one address may ask, as token buckets in this node's memory. A socket stays on
 * its node, so per-node buckets bound what one client can do without a round trip per attempt, and they go on
 * working when Redis does not.
 *
 * An address is shared fairly: the emptier its bucket is, the quieter must have been whoever asks. One who floods,
 * or who comes under a new name each time, is refused first; a neighbour who asks now and then is not. Quiet is a
 * second bucket of each buyer, as large as the first and filled so slowly that two hundred who flood empty theirs.
 */
interface Bucket {
  tokens: number;
  filledAtMs: number;
}

interface Asker {
  own: Bucket;
  quiet: Bucket;
}

interface Found extends Asker {
  shared: Bucket;
}

export interface Limit {
  burst: number;
  perSecond: number;
}

export interface Allowance {
  buyer: Limit;
  address: Limit;
}

/** For everything that tries to change something. */
export const ATTEMPTS: Allowance = {
  /** One person clicking as fast as people do, and a lesson in which one person plays a hundred. */
  buyer: { burst: 200, perSecond: 20 },
  /** A lecture hall behind one address must be able to race for a seat. */
  address: { burst: 2_000, perSecond: 200 },
};

/** For joining a show, which reads the joiner's holds and bookings in Postgres. */
export const JOINS: Allowance = {
  /** Every tab of one person coming back after a restart, each behind on every tick (20 a second). */
  buyer: { burst: 400, perSecond: 20 },
  /** Everyone behind one address coming back at once; a stranger with a buyer per socket ends here. */
  address: { burst: 20_000, perSecond: 1_000 },
};

/** For reading over HTTP, in parts of a page: an answer of the API or a file is one, a page is PAGE_COST. */
export const READS: Allowance = {
  /** A hundred pages at once, then ten a second: a page asks for no other until somebody follows a link. */
  buyer: { burst: 1_000, perSecond: 100 },
  /** A hall that opens the page together; afterwards sixty pages a second, half of a processor's time. */
  address: { burst: 8_000, perSecond: 600 },
};
export const PAGE_COST = 10;

/** For what arrives over sockets, in bytes, whatever it is; a page sends a hundred with a click. */
export const TRAFFIC: Allowance = {
  /** A thousand clicks in one moment are still answered, one by one, that they are too many. */
  buyer: { burst: 400_000, perSecond: 20_000 },
  address: { burst: 8_000_000, perSecond: 400_000 },
};
/** What it costs us to open a socket is as much as a buyer's messages of a minute. */
export const HANDSHAKE_COST = 4_000;

const FORGET_EVERY_MS = 10_000;
/** Buyers, and addresses, remembered at most: a stranger can come under new ones faster than they are forgotten. */
const REMEMBERED = 100_000;
/** An address whose bucket is fuller than this is nobody's bottleneck. */
const PLENTY = 0.5;
/** Among how many who flood an address is still shared fairly. */
const FLOODERS = 200;

export type Admission = { ok: true } | { ok: false; retryAfterMs: number };

export interface RateLimits {
  /** Takes one attempt, or what it costs, or says in how many milliseconds there will be as much. */
  take(buyer: string, address: string, cost?: number): Admission;
  /** Counts what was done already, and answers whether there was as much. */
  spend(buyer: string, address: string, cost: number): boolean;
}

export const noRateLimits: RateLimits = { take: () => ({ ok: true }), spend: () => true };

export interface RateLimitOptions {
  now?: () => number;
  remembered?: number;
  /** The part of a buyer's bucket that is there when the buyer is first seen. */
  newcomerShare?: (buyer: string) => number;
}

export function createRateLimits(
  limits: Allowance,
  { now = () => performance.now(), remembered = REMEMBERED, newcomerShare = () => 1 }: RateLimitOptions = {},
): RateLimits {
  const quiet: Limit = { burst: limits.buyer.burst, perSecond: limits.address.perSecond / FLOODERS };
  const buyers = new Map<string, Asker>();
  const addresses = new Map<string, Bucket>();
  let forgottenAtMs = now();

  return {
    take(buyer, address, cost = 1) {
      const found = find(buyer, address);
      const waitMs = waitOf(found, cost);
      // A newcomer who is refused leaves no trace.
      if (waitMs > 0) return { ok: false, retryAfterMs: waitMs };
      pay(buyer, address, found, cost);
      return { ok: true };
    },
    spend(buyer, address, cost) {
      const found = find(buyer, address);
      const isAffordable = waitOf(found, cost) === 0;
      pay(buyer, address, found, cost);
      return isAffordable;
    },
  };

  function find(buyer: string, address: string): Found {
    const nowMs = now();
    if (nowMs - forgottenAtMs > FORGET_EVERY_MS) {
      forgottenAtMs = nowMs;
      forgetFull(nowMs);
    }
    const asker = buyers.get(buyer) ?? newAsker(nowMs, newcomerShare(buyer));
    const shared = addresses.get(address) ?? newBucket(limits.address, nowMs);
    refill(asker.own, limits.buyer, nowMs);
    refill(asker.quiet, quiet, nowMs);
    refill(shared, limits.address, nowMs);
    return { ...asker, shared };
  }

  function waitOf(found: Found, cost: number): number {
    return Math.max(
      wait(found.own, limits.buyer, cost),
      wait(found.shared, limits.address, cost),
      waitForNeighbours(found),
    );
  }

  function pay(buyer: string, address: string, { own, quiet, shared }: Found, cost: number): void {
    for (const bucket of [own, quiet, shared]) bucket.tokens = Math.max(0, bucket.tokens - cost);
    remember(buyers, buyer, { own, quiet });
    remember(addresses, address, shared);
  }

  function newAsker(nowMs: number, part: number): Asker {
    return { own: newBucket(limits.buyer, nowMs, part), quiet: newBucket(quiet, nowMs, part) };
  }

  /** Until this buyer has been quiet for as long as the address is short. */
  function waitForNeighbours(found: Found): number {
    const shortage = 1 - found.shared.tokens / limits.address.burst / PLENTY;
    const missing = shortage - found.quiet.tokens / quiet.burst;
    if (missing <= 0) return 0;
    const perSecond =
      quiet.perSecond / quiet.burst + limits.address.perSecond / limits.address.burst / PLENTY;
    return Math.ceil((missing * 1000) / perSecond);
  }

  function remember<Entry>(entries: Map<string, Entry>, key: string, entry: Entry): void {
    if (entries.has(key)) return;
    const [oldest] = entries.keys();
    if (oldest !== undefined && entries.size >= remembered) entries.delete(oldest);
    entries.set(key, entry);
  }

  /** A full bucket is the same as none. */
  function forgetFull(nowMs: number): void {
    for (const [buyer, asker] of buyers) {
      if (refill(asker.quiet, quiet, nowMs) && refill(asker.own, limits.buyer, nowMs)) buyers.delete(buyer);
    }
    for (const [address, shared] of addresses) {
      if (refill(shared, limits.address, nowMs)) addresses.delete(address);
    }
  }
}

function newBucket(limit: Limit, nowMs: number, part = 1): Bucket {
  return { tokens: limit.burst * part, filledAtMs: nowMs };
}

/** Answers whether it is full now. */
function refill(bucket: Bucket, limit: Limit, nowMs: number): boolean {
  const refilled = bucket.tokens + ((nowMs - bucket.filledAtMs) * limit.perSecond) / 1000;
  bucket.tokens = Math.min(limit.burst, refilled);
  bucket.filledAtMs = nowMs;
  return bucket.tokens === limit.burst;
}

function wait(bucket: Bucket, limit: Limit, cost: number): number {
  return bucket.tokens >= cost ? 0 : Math.ceil(((cost - bucket.tokens) * 1000) / limit.perSecond);
}
