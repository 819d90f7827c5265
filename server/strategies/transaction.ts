/** A transaction on a connection of its own, which is given back on every path. */
import type pg from "pg";
import type { Queryable } from "./strategy";

export interface Transaction extends Queryable {
  commit(): Promise<void>;
  /** Rolls back what was not committed and gives the connection back to the pool. */
  end(): Promise<void>;
}

export async function beginTransaction(db: pg.Pool): Promise<Transaction> {
  const client = await db.connect();
  let open = true;
  try {
    await client.query("BEGIN");
  } catch (error) {
    client.release(true);
    throw error;
  }
  return {
    query: client.query.bind(client),
    async commit() {
      await client.query("COMMIT");
      open = false;
    },
    async end() {
      try {
        if (open) await client.query("ROLLBACK");
        client.release();
      } catch {
        client.release(true);
      }
    },
  };
}
