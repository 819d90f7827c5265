/** What a node needs, for one test file: a database, a Redis, and connections for reading the truth of both. */
import { Redis } from "ioredis";
import pg from "pg";
import { keyOf } from "#server/guard/guard-value";
import { createTestDatabase } from "#testing/database";
import { brokenRules } from "#testing/invariants";
import type { TestRedis } from "#testing/redis";
import { oneServer, type RedisForm } from "#testing/redis-forms";

export interface TestServices {
  databaseUrl: string;
  redisUrl: string;
  /** The server, or of several the one that has the demo show. */
  redis: TestRedis;
  sql: pg.Pool;
  /** For reading what Redis has, however long it takes: a node's own client gives up early. */
  redisReader: Redis;
  /** Stops and forgets all of it; fails if the tables break a rule. */
  remove(): Promise<void>;
}

/** `startForm` starts a Redis of another form than one server. */
export async function startServices(
  startForm: (key: string) => Promise<RedisForm> = oneServer,
): Promise<TestServices> {
  const [database, redis] = await Promise.all([createTestDatabase(), startForm(keyOf("demo", 0))]);
  const sql = new pg.Pool({ connectionString: database.url, max: 4 });
  const redisReader = new Redis(redis.url, { lazyConnect: true });
  redisReader.on("error", () => {});
  return {
    databaseUrl: database.url,
    redisUrl: redis.url,
    redis: redis.server,
    sql,
    redisReader,
    async remove() {
      const broken = await brokenRules(sql);
      await sql.end();
      redisReader.disconnect();
      await redis.stop();
      await database.drop();
      if (broken.length > 0) throw new Error(broken.join("\n"));
    },
  };
}
