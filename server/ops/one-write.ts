import type { Redis } from "ioredis";

/** Commands sent together leave in one write: a system call each costs more than the commands do. */
export function inOneWrite(redis: Redis, send: () => void): void {
  const { stream } = redis;
  stream?.cork();
  try {
    send();
  } finally {
    stream?.uncork();
  }
}
