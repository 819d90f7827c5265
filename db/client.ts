import pg from "pg";

/** How long a query may take before the caller hears `unavailable` instead of waiting on a frozen database. */
const QUERY_TIMEOUT_MS = 5_000;
const CONNECT_TIMEOUT_MS = 2_000;
/** A connection has its plans ready; the first buyer after a quiet while should not wait for new ones. */
const IDLE_TIMEOUT_MS = 10 * 60_000;

/**
 * Nothing waits on the dead. A statement whose asker has given up ends by itself, a little before the asker does; a
 * row that another transaction keeps is waited for as long as a buyer can bear twice; and a transaction that nobody
 * goes on with is undone, so that its locks are free.
 */
const TIMEOUTS = "-c statement_timeout=4500 -c lock_timeout=2000 -c idle_in_transaction_session_timeout=5000";

/**
 * What depends on the server. A call that was cut off before its last message waits for that message with its show's
 * row in hand, and none of the time-outs above counts there: Postgres has one that does from version 17 on. And Citus
 * must see a statement's values to know which worker has the show: it has no generic plans.
 */
const FIT_SERVER = `
  SELECT CASE WHEN current_setting('server_version_num')::integer >= 170000
              THEN set_config('transaction_timeout', '5000', false) END,
         CASE WHEN to_regclass('pg_catalog.pg_dist_node') IS NOT NULL
              THEN set_config('plan_cache_mode', 'auto', false) END IS NOT NULL AS spread`;

/**
 * The hot statements always run the same way: planning them anew for every batch costs more CPU than running
 * them for one seat. Compiling them would cost more still.
 */
const PLANS = "-c plan_cache_mode=force_generic_plan -c jit=off";

export const SESSION_OPTIONS = `${PLANS} ${TIMEOUTS}`;

export interface PoolOptions {
  max?: number;
  onError?: (error: Error) => void;
}

const spreadPools = new WeakSet<pg.Pool>();

/** Whether its shows lie on several servers: known once it has connected. */
export function isSpread(pool: pg.Pool): boolean {
  return spreadPools.has(pool);
}

export function createPool(databaseUrl: string, options: PoolOptions = {}): pg.Pool {
  const pool: pg.Pool = new pg.Pool({
    connectionString: databaseUrl,
    max: options.max ?? 10,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
    keepAlive: true,
    application_name: "last-seat",
    options: SESSION_OPTIONS,
    onConnect: async (client) => {
      const { rows } = await client.query<{ spread: boolean }>(FIT_SERVER);
      if (rows[0]?.spread) spreadPools.add(pool);
    },
  });
  // An idle connection that dies (a restarted server) is an event, not a crash.
  pool.on("error", (error) => options.onError?.(error));
  // So is one that dies in the middle of a transaction: its query fails, and whoever began it hears that.
  pool.on("connect", (client) => client.on("error", () => {}));
  return pool;
}

/** A node's connections, so that one kind of work never waits for another's. */
export interface Pools {
  /** Everything that changes a seat at a buyer's request. */
  sales: pg.Pool;
  /** What pages, joins and the feed read. */
  reads: pg.Pool;
  /** Lapses, settlement, upkeep, and whether Postgres answers at all. */
  background: pg.Pool;
  end(): Promise<void>;
}

export function createPools(databaseUrl: string, options: PoolOptions = {}): Pools {
  const max = options.max ?? 10;
  const sales = createPool(databaseUrl, { ...options, max });
  const reads = createPool(databaseUrl, { ...options, max: Math.max(2, Math.floor(max / 2)) });
  const background = createPool(databaseUrl, { ...options, max: 4 });
  return {
    sales,
    reads,
    background,
    async end() {
      await Promise.all([sales.end(), reads.end(), background.end()]);
    },
  };
}
