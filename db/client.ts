import pg from "pg";

/** How long a query may take before the caller hears `unavailable` instead of waiting on a frozen database. */
const QUERY_TIMEOUT_MS = 5_000;
const CONNECT_TIMEOUT_MS = 2_000;
/** A connection has its plans ready; the first buyer after a quiet while should not wait for new ones. */
const IDLE_TIMEOUT_MS = 10 * 60_000;

/**
 * The hot statements always run the same way: planning them anew for every batch costs more CPU than running
 * them for one seat. Compiling them would cost more still.
 */
export const SESSION_OPTIONS = "-c plan_cache_mode=force_generic_plan -c jit=off";

export interface PoolOptions {
  max?: number;
  onError?: (error: Error) => void;
}

export function createPool(databaseUrl: string, options: PoolOptions = {}): pg.Pool {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: options.max ?? 10,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
    keepAlive: true,
    application_name: "last-seat",
    options: SESSION_OPTIONS,
  });
  // An idle connection that dies (a restarted server) is an event, not a crash.
  pool.on("error", (error) => options.onError?.(error));
  // So is one that dies in the middle of a transaction: its query fails, and whoever began it hears that.
  pool.on("connect", (client) => client.on("error", () => {}));
  return pool;
}
