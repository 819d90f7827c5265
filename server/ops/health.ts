/**
 * Asks Postgres and Redis once a second whether they answer, and tells listeners when that changes.
 * Nothing is decided by it: the engine finds out by itself, with every statement and every guard.
 */
import type { Redis } from "ioredis";
import type pg from "pg";
import type { ServiceStatus } from "#contract/events";

const CHECK_EVERY_MS = 1_000;
const ANSWER_WITHIN_MS = 800;

export interface Health {
  current(): ServiceStatus;
  check(): Promise<ServiceStatus>;
  onChange(listener: (status: ServiceStatus) => void): void;
  stop(): void;
}

export function createHealth(deps: { pool: pg.Pool; redis: Redis }): Health {
  let status: ServiceStatus = { postgres: "up", redis: "up" };
  let running: Promise<ServiceStatus> | undefined;
  const listeners: ((status: ServiceStatus) => void)[] = [];
  const timer = setInterval(() => void check(), CHECK_EVERY_MS);
  timer.unref();

  return {
    current: () => status,
    check,
    onChange: (listener) => void listeners.push(listener),
    stop: () => clearInterval(timer),
  };

  function check(): Promise<ServiceStatus> {
    running ??= ask().finally(() => {
      running = undefined;
    });
    return running;
  }

  async function ask(): Promise<ServiceStatus> {
    const [postgres, redis] = await Promise.all([
      answers(() => deps.pool.query("SELECT 1")),
      answers(() => deps.redis.ping()),
    ]);
    const next: ServiceStatus = { postgres, redis };
    const changed = next.postgres !== status.postgres || next.redis !== status.redis;
    status = next;
    if (changed) for (const listener of listeners) listener(next);
    return next;
  }
}

async function answers(ask: () => Promise<unknown>): Promise<"up" | "down"> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<"down">((resolve) => {
    timer = setTimeout(() => resolve("down"), ANSWER_WITHIN_MS);
  });
  const answer = ask().then(
    () => "up" as const,
    () => "down" as const,
  );
  try {
    return await Promise.race([answer, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
