/**
 * Asks Postgres and Redis once a second whether they answer, and tells listeners when that changes.
 * Nothing is decided by it: the engine finds out by itself, with every statement and every guard.
 */
import type pg from "pg";
import type { ServiceStatus } from "#contract/events";
import type { DatabaseClock } from "#db/database-clock";
import { askServers, type RedisClient } from "#server/redis/connect-redis";

const CHECK_EVERY_MS = 1_000;
const ANSWER_WITHIN_MS = 800;

export interface Health {
  current(): ServiceStatus;
  check(): Promise<ServiceStatus>;
  onChange(listener: (status: ServiceStatus) => void): void;
  stop(): void;
}

export interface HealthDeps {
  /** Background work's: a crowd of buyers or pages must not make the node look ill. */
  pool: pg.Pool;
  redis: RedisClient;
  /** Hears what time it is in the database, once a second. */
  clock: DatabaseClock;
}

export function createHealth(deps: HealthDeps): Health {
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
    const [postgres, redis] = await Promise.all([answers(readClock), answers(() => askServers(deps.redis))]);
    const next: ServiceStatus = { postgres, redis };
    const changed = next.postgres !== status.postgres || next.redis !== status.redis;
    status = next;
    if (changed) for (const listener of listeners) listener(next);
    return next;
  }

  async function readClock(): Promise<void> {
    const askedAtMs = performance.now();
    const { rows } = await deps.pool.query<{ now_ms: number }>({
      name: "clock",
      text: "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now_ms",
    });
    if (rows[0]) deps.clock.heard(rows[0].now_ms, askedAtMs);
  }
}

async function answers(ask: () => Promise<unknown>): Promise<"up" | "down"> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<"down">((resolve) => {
    // A turn later: if this process was too busy to look, the answer may have been there all the time.
    timer = setTimeout(() => setImmediate(() => resolve("down")), ANSWER_WITHIN_MS);
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
