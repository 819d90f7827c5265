/** What a node needs, for one test file: a database, a Redis, and a connection for reading the truth by SQL. */
import pg from "pg";
import { createTestDatabase } from "#testing/database";
import { brokenRules } from "#testing/invariants";
import { startRedis, type TestRedis } from "#testing/redis";

export interface TestServices {
  databaseUrl: string;
  redisUrl: string;
  redis: TestRedis;
  sql: pg.Pool;
  /** Stops and forgets all of it; fails if the tables break a rule. */
  remove(): Promise<void>;
}

export async function startServices(): Promise<TestServices> {
  const [database, redis] = await Promise.all([createTestDatabase(), startRedis()]);
  const sql = new pg.Pool({ connectionString: database.url, max: 4 });
  return {
    databaseUrl: database.url,
    redisUrl: redis.url,
    redis,
    sql,
    async remove() {
      const broken = await brokenRules(sql);
      await sql.end();
      await redis.stop();
      await database.drop();
      if (broken.length > 0) throw new Error(broken.join("\n"));
    },
  };
}
