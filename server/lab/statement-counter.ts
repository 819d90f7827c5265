/** Statements of a race, by Postgres's own count where it keeps one, else by the instances'. */
import type pg from "pg";
import { countStatements, prepareStatementCounts } from "#db/queries/lab-count-statements";

export interface StatementCounter {
  countedBy: "server" | "client";
  total(byInstances: number): Promise<number>;
}

export async function countStatementsFromNow(db: pg.Pool): Promise<StatementCounter> {
  try {
    await prepareStatementCounts(db);
    const before = await countStatements(db);
    return { countedBy: "server", total: async () => (await countStatements(db)) - before };
  } catch {
    return { countedBy: "client", total: async (byInstances) => byInstances };
  }
}
