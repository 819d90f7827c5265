/**
 * The lock of Redisson, a Redis client for Java, in its own shape: a hash from owner to count, so that whoever has it
 * may take it again; a release that is published, so that waiters sleep instead of asking; a watchdog that renews at
 * a third of the time to live. Each is one script.
 */
import type { Redis } from "ioredis";

/** Free, or mine already: one more. Otherwise how long it still lives at most. */
const TAKE = `
if redis.call("EXISTS", KEYS[1]) == 0 or redis.call("HEXISTS", KEYS[1], ARGV[1]) == 1 then
  redis.call("HINCRBY", KEYS[1], ARGV[1], 1)
  redis.call("PEXPIRE", KEYS[1], ARGV[2])
  return -1
end
return redis.call("PTTL", KEYS[1])`;

/** One less; at none it is free and everyone is told. */
const GIVE_BACK = `
if redis.call("HEXISTS", KEYS[1], ARGV[1]) == 0 then return 0 end
if redis.call("HINCRBY", KEYS[1], ARGV[1], -1) > 0 then
  redis.call("PEXPIRE", KEYS[1], ARGV[2])
  return 1
end
redis.call("DEL", KEYS[1])
redis.call("PUBLISH", KEYS[2], "free")
return 1`;

const RENEW = `
if redis.call("HEXISTS", KEYS[1], ARGV[1]) == 0 then return 0 end
return redis.call("PEXPIRE", KEYS[1], ARGV[2])`;

export interface RedissonLock {
  /** Zero if it was taken, else how long it is worth waiting for a release before asking again. */
  take(owner: string): Promise<number>;
  /** False if it was not the owner's any more. */
  giveBack(owner: string): Promise<boolean>;
  renew(owner: string): Promise<boolean>;
  /** Until somebody gives it back, or the time is over. */
  untilFree(withinMs: number): Promise<void>;
  close(): void;
}

export async function openRedissonLock(redis: Redis, key: string, ttlMs: number): Promise<RedissonLock> {
  const channel = `${key}:channel`;
  const waiting = new Set<() => void>();
  /** Somebody gave it back while nobody here was waiting yet: whoever waits next asks again at once. */
  let missed = false;
  const listener = redis.duplicate({ enableOfflineQueue: true, commandTimeout: undefined });
  listener.on("error", () => {});
  listener.on("message", () => {
    // One who waits is woken, not all: the next release wakes the next.
    const [first] = waiting;
    if (first) first();
    else missed = true;
  });
  await listener.subscribe(channel);

  return {
    async take(owner) {
      const leftMs = Number(await redis.eval(TAKE, 1, key, owner, ttlMs));
      return leftMs < 0 ? 0 : Math.max(1, leftMs);
    },
    async giveBack(owner) {
      return (await redis.eval(GIVE_BACK, 2, key, channel, owner, ttlMs)) === 1;
    },
    async renew(owner) {
      return (await redis.eval(RENEW, 1, key, owner, ttlMs)) === 1;
    },
    untilFree(withinMs) {
      if (missed) {
        missed = false;
        return Promise.resolve();
      }
      return new Promise((resolve) => {
        const wake = () => {
          clearTimeout(timer);
          waiting.delete(wake);
          resolve();
        };
        const timer = setTimeout(wake, withinMs);
        waiting.add(wake);
      });
    },
    close: () => listener.disconnect(),
  };
}
