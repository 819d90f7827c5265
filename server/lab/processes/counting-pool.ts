/**
 * A pool that counts its statements and knows its backends. Where Postgres itself can count (see
 * statement-counter.ts) its count is used; this one is for servers that were started without pg_stat_statements.
 */
import pg from "pg";
import { SESSION_OPTIONS } from "#db/client";

const TRANSACTION_CONTROL = /^\s*(BEGIN|COMMIT|ROLLBACK)/;

export interface CountingPool {
  pool: pg.Pool;
  statements(): number;
  backends(): number[];
}

export function createCountingPool(
  databaseUrl: string,
  max: number,
  onBackends: (pids: number[]) => void,
): CountingPool {
  let statements = 0;
  const backends = new Set<number>();
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max,
    application_name: "last-seat-lab",
    options: SESSION_OPTIONS,
  });
  pool.on("error", () => {});
  pool.on("connect", (client) => {
    client.query = new Proxy(client.query, {
      apply(query, self, args) {
        if (!TRANSACTION_CONTROL.test(String(args[0]))) statements += 1;
        return Reflect.apply(query, self, args);
      },
    });
    const pid = backendOf(client);
    if (pid === undefined) return;
    backends.add(pid);
    client.once("end", () => backends.delete(pid));
    onBackends([...backends]);
  });
  return { pool, statements: () => statements, backends: () => [...backends] };
}

/** The driver knows the server's process; its types do not say so. */
function backendOf(client: pg.PoolClient): number | undefined {
  return "processID" in client && typeof client.processID === "number" ? client.processID : undefined;
}
