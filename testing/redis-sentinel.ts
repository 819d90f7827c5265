/** A master, two replicas and three Sentinels of a test's own. */
import { randomBytes } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Redis } from "ioredis";
import { freePort } from "#scripts/lib/ports";
import { findRedisServer, untilRedisAnswers } from "#scripts/lib/redis";
import { startRedis, type TestRedis } from "#testing/redis";
import { testProcesses, testRun } from "#testing/run";
import { until } from "#testing/until";

const SENTINELS = 3;
const REPLICAS = 2;
const FORMED_WITHIN_MS = 30_000;

export interface TestSentinelGroup {
  url: string;
  /** The first of them was the master at the beginning. */
  servers: TestRedis[];
  /** The present master, by what a Sentinel says. */
  master(): Promise<TestRedis>;
  /** The Sentinels know each other and the replicas, of which at least one has all that the master has. */
  untilWhole(): Promise<void>;
  stop(): Promise<void>;
}

export interface SentinelOptions {
  /** After how long a master that does not answer is taken for lost. */
  downAfterMs?: number;
  /** Of the servers, and of the Sentinels. */
  password?: string | undefined;
  sentinelPassword?: string | undefined;
}

export async function startSentinelGroup(options: SentinelOptions = {}): Promise<TestSentinelGroup> {
  const { downAfterMs = 5_000, password, sentinelPassword } = options;
  const common = ["--repl-diskless-sync-delay", "0"];
  const secret = password ? ["--requirepass", password, "--masterauth", password] : [];
  const first = await startRedis({ args: [...common, ...secret] });
  const replicaOf = ["--replicaof", "127.0.0.1", String(first.port)];
  const replicas = Array.from({ length: REPLICAS }, () =>
    startRedis({ args: [...common, ...secret, ...replicaOf] }),
  );
  const servers = [first, ...(await Promise.all(replicas))];
  const sentinels = await Promise.all(
    Array.from({ length: SENTINELS }, () =>
      startSentinel(first.port, { downAfterMs, password, sentinelPassword }),
    ),
  );
  const ask = new Redis({
    port: sentinels[0]?.port ?? 0,
    ...(sentinelPassword && { password: sentinelPassword }),
  });
  ask.on("error", () => {});
  await untilWhole();

  const access = password ? `:${encodeURIComponent(password)}@` : "";
  const query = sentinelPassword ? `?sentinelPassword=${encodeURIComponent(sentinelPassword)}` : "";
  return {
    url: `redis+sentinel://${access}${sentinels.map(({ port }) => `127.0.0.1:${port}`).join()}/${MASTER}${query}`,
    servers,
    master,
    untilWhole,
    async stop() {
      ask.disconnect();
      await Promise.all([...sentinels, ...servers].map((one) => one.stop()));
    },
  };

  async function master(): Promise<TestRedis> {
    const address = await ask.call("SENTINEL", "GET-MASTER-ADDR-BY-NAME", MASTER);
    const server = servers.find(({ port }) => Array.isArray(address) && port === Number(address[1]));
    if (!server) throw new Error("the Sentinels name no master of ours");
    return server;
  }

  async function follows(replica: TestRedis, of: TestRedis): Promise<boolean> {
    const redis = new Redis({ port: replica.port, ...(password && { password }), commandTimeout: 2_000 });
    redis.on("error", () => {});
    const facts = await redis.info("replication").catch(() => "");
    redis.disconnect();
    return facts.includes(`master_port:${of.port}`) && facts.includes("master_link_status:up");
  }

  async function untilWhole(): Promise<void> {
    await until("everyone knows of everyone", isWhole, FORMED_WITHIN_MS);
  }

  async function isWhole(): Promise<boolean> {
    const facts = await Promise.all(
      ["SENTINELS", "REPLICAS"].map((what) => ask.call("SENTINEL", what, MASTER)),
    );
    const [others, replicas] = facts.map((list) => (Array.isArray(list) ? list.length : 0));
    if (others !== SENTINELS - 1 || replicas !== REPLICAS) return false;
    const present = await master();
    const follow = await Promise.all(servers.map((server) => follows(server, present)));
    return follow.includes(true);
  }
}

const MASTER = "mymaster";

/** It keeps what it finds out in its own configuration file. */
async function startSentinel(
  masterPort: number,
  { downAfterMs, password, sentinelPassword }: SentinelOptions,
) {
  const program = findRedisServer();
  if (!program) throw new Error("neither redis-server nor valkey-server is installed");
  const folder = join(testRun().folder, `sentinel-${randomBytes(4).toString("hex")}`);
  mkdirSync(folder, { recursive: true });
  const port = await freePort();
  const lines = [
    `port ${port}`,
    "bind 127.0.0.1",
    `dir ${folder}`,
    `logfile ${join(folder, "sentinel.log")}`,
    `sentinel monitor ${MASTER} 127.0.0.1 ${masterPort} 2`,
    `sentinel down-after-milliseconds ${MASTER} ${downAfterMs}`,
    `sentinel failover-timeout ${MASTER} 3000`,
    ...(password ? [`sentinel auth-pass ${MASTER} ${password}`] : []),
    ...(sentinelPassword
      ? [`requirepass ${sentinelPassword}`, `sentinel sentinel-pass ${sentinelPassword}`]
      : []),
  ];
  const file = join(folder, "sentinel.conf");
  writeFileSync(file, `${lines.join("\n")}\n`);
  const running = testProcesses().start("a Sentinel", program, [file, "--sentinel"], { stdio: "ignore" });
  await untilRedisAnswers(running, port);
  return { ...running, port };
}
