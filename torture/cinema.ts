/**
 * What is tortured: three nodes of the product as processes of their own on one Postgres and one Redis, with a
 * stretch of network before every door and behind every node that can be slowed, cut and silenced.
 */
import { join } from "node:path";
import pg from "pg";
import { projectRoot } from "#scripts/lib/paths";
import { freePort } from "#scripts/lib/ports";
import { DURABLE } from "#scripts/lib/postgres";
import { brokenRules } from "#testing/invariants";
import { type Network, openNetwork } from "#testing/network";
import { type NodeProcess, startNodeProcess } from "#testing/node-process";
import { startPostgres, type TestPostgres } from "#testing/postgres";
import { startRedis, type TestRedis } from "#testing/redis";

export const NODES = 3;
/** Holds are short, so that they lapse in the middle of faults and a frozen node outsleeps them. */
export const HOLD_TTL_MS = 4_000;
const SETTINGS = {
  HOLD_TTL_MS: String(HOLD_TTL_MS),
  HOLD_MAX_MS: String(3 * HOLD_TTL_MS),
  GUARD_TTL_MS: "1500",
  NODE_OPTIONS: `--require ${join(projectRoot, "torture/shift-clock.cjs")}`,
};

export interface TorturedNode {
  name: string;
  /** For buyers, through the door. */
  url: string;
  door: Network;
  toRedis: Network;
  toPostgres: Network;
  process(): NodeProcess;
  /** After it was killed or has drained: a new process at the same address. */
  start(): Promise<void>;
}

export interface Cinema {
  postgres: TestPostgres;
  redis: TestRedis;
  nodes: TorturedNode[];
  /** Straight to Postgres: for judges, not for buyers. */
  sql: pg.Pool;
  /** Stops all of it and answers which rules the tables break. */
  close(): Promise<string[]>;
}

export async function openCinema(): Promise<Cinema> {
  const [postgres, redis] = await Promise.all([startPostgres({ settings: DURABLE }), startRedis()]);
  const sql = new pg.Pool({ connectionString: postgres.url, max: 4, application_name: "judge" });
  // A killed Postgres takes idle connections with it.
  sql.on("error", () => {});
  const names = Array.from({ length: NODES }, (_, at) => `node ${at + 1}`);
  const nodes = await Promise.all(names.map((name) => openNode(name, postgres.url, redis.url)));
  return {
    postgres,
    redis,
    nodes,
    sql,
    async close() {
      for (const node of nodes) {
        await node.process().kill();
        await Promise.all([node.door.close(), node.toRedis.close(), node.toPostgres.close()]);
      }
      const broken = await brokenRules(sql);
      await sql.end();
      await redis.stop();
      await postgres.remove();
      return broken;
    },
  };
}

async function openNode(name: string, databaseUrl: string, redisUrl: string): Promise<TorturedNode> {
  const port = await freePort();
  const [door, toRedis, toPostgres] = await Promise.all([
    openNetwork(`http://127.0.0.1:${port}`),
    openNetwork(redisUrl),
    openNetwork(databaseUrl),
  ]);
  const start = (whenUp: "ready" | "answering") =>
    startNodeProcess(
      { databaseUrl: toPostgres.url, redisUrl: toRedis.url },
      { ...SETTINGS, PORT: String(port) },
      whenUp,
    );
  let running = await start("ready");
  return {
    name,
    url: new URL(door.url).origin,
    door,
    toRedis,
    toPostgres,
    process: () => running,
    async start() {
      running = await start("answering");
    },
  };
}
