/** Statements of a race, by Postgres's own count where it keeps one, else by the instances'. */
import type pg from "pg";
import type { StrategyId } from "#contract/lab-strategies";
import {
  countStatements,
  LAB_STATEMENTS,
  prepareStatementCounts,
  SALE_STATEMENTS,
} from "#db/queries/lab-count-statements";

export interface StatementCounter {
  countedBy: "server" | "client";
  total(byInstances: number): Promise<number>;
}

export async function countStatementsFromNow(db: pg.Pool, strategy: StrategyId): Promise<StatementCounter> {
  const pattern = strategy === "last-seat" ? SALE_STATEMENTS : LAB_STATEMENTS;
  try {
    await prepareStatementCounts(db);
    const before = await countStatements(db, pattern);
    return { countedBy: "server", total: async () => (await countStatements(db, pattern)) - before };
  } catch {
    return { countedBy: "client", total: async (byInstances) => byInstances };
  }
}
