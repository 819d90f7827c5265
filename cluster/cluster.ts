/** The whole of it on one machine: etcd, three Postgres members, Redis, HAProxy, three nodes; and back to nothing. */
import { randomBytes } from "node:crypto";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { ExpectedFailure } from "#scripts/lib/expected-failure";
import { projectRoot } from "#scripts/lib/paths";
import { serviceHome } from "#scripts/lib/postgres-binaries";
import { startEtcd } from "./etcd";
import { type NodeAddress, startHaproxy, startNode } from "./nodes";
import type { Part, Place } from "./part";
import { type PostgresMember, SUPERUSER_PASSWORD, startPostgresMembers } from "./patroni";
import { MEMBERS, ports } from "./places";
import { type RedisServer, type RedisShape, startRedisServers } from "./redis";

const READY_WITHIN_MS = 180_000;

export interface ClusterOptions {
  redis: RedisShape;
  /** Where the site is reached; some free port without it. */
  sitePort?: number | undefined;
  /** Whether a commit is acknowledged only once a standby has it, as we ship it; without it the cluster loses sales. */
  synchronous?: boolean;
  /** Of the nodes, such as `{ RATE_LIMITS: "off" }`. */
  settings?: Record<string, string>;
  /** Called when a stage begins. */
  onStage?: (what: string) => void;
}

export interface Cluster {
  url: string;
  /** To whoever is the primary, through HAProxy. */
  databaseUrl: string;
  /** The same for who may do everything. */
  superuserUrl: string;
  synchronous: boolean;
  etcd: { parts: Part[]; addresses: string[] };
  links: Part[];
  postgres: PostgresMember[];
  redis: RedisServer[];
  sentinels: Part[];
  nodes: { part: Part; address: NodeAddress }[];
  haproxy: { part: Part; metricsPort: number };
  parts: Part[];
  stop(): Promise<void>;
}

export async function startCluster(place: Place, options: ClusterOptions): Promise<Cluster> {
  const { onStage = () => {}, settings = {}, synchronous = true } = options;
  mkdirSync(place.folder, { recursive: true });
  forgetData(place);
  onStage("etcd and Redis");
  const [etcd, redis] = await Promise.all([startEtcd(place), startRedisServers(place, options.redis)]);
  onStage("Postgres: a primary and two standbys");
  const postgres = await startPostgresMembers(place, etcd.linkAddresses);
  const [sitePort = 0, postgresPort = 0, metricsPort = 0, ...nodePorts] = await ports(3 + 2 * MEMBERS);
  const addresses = Array.from({ length: MEMBERS }, (_, at) => ({
    port: nodePorts[2 * at] ?? 0,
    metricsPort: nodePorts[2 * at + 1] ?? 0,
  }));
  const doors = { sitePort: options.sitePort ?? sitePort, postgresPort, metricsPort };
  onStage("HAProxy");
  const haproxy = await startHaproxy(place, { ...doors, members: postgres.members, nodes: addresses });
  const superuserUrl = `postgres://postgres:${SUPERUSER_PASSWORD}@127.0.0.1:${postgresPort}/last_seat`;
  const databaseUrl = `postgres://last_seat:${SUPERUSER_PASSWORD}@127.0.0.1:${postgresPort}/last_seat`;
  onStage("the database and its programme");
  await createDatabase(superuserUrl);
  for (const step of ["migrate", "seed"]) {
    await place.processes.runOrFail(process.execPath, [join(projectRoot, "build", "db", `${step}.js`)], {
      cwd: projectRoot,
      env: { PATH: process.env.PATH, NODE_ENV: "production", DATABASE_URL: databaseUrl },
    });
  }
  if (!synchronous) await replicateAsynchronously(postgres.members);
  onStage("three nodes");
  const common = {
    DATABASE_URL: databaseUrl,
    REDIS_URL: redis.url,
    SESSION_SECRET: randomBytes(32).toString("hex"),
    ...settings,
  };
  const nodes = await Promise.all(
    addresses.map(async (address, at) => ({
      part: await startNode(place, at, address, metricsPort, common),
      address,
    })),
  );
  const nodeParts = nodes.map(({ part }) => part);
  const memberParts = postgres.members.map(({ part }) => part);
  const redisParts = redis.servers.map(({ part }) => part);
  return {
    url: `http://127.0.0.1:${doors.sitePort}`,
    databaseUrl,
    superuserUrl,
    synchronous,
    etcd: { parts: etcd.members, addresses: etcd.clientAddresses },
    links: etcd.links,
    postgres: postgres.members,
    redis: redis.servers,
    sentinels: redis.sentinels,
    nodes,
    haproxy: { part: haproxy, metricsPort },
    parts: [
      haproxy,
      ...nodeParts,
      ...memberParts,
      ...redisParts,
      ...redis.sentinels,
      ...etcd.members,
      ...etcd.links,
    ],
    async stop() {
      // From the doors inwards: buyers are answered before Postgres goes, and Patroni ends its Postgres itself.
      const tiers = [
        nodeParts,
        [haproxy],
        memberParts,
        [...etcd.links, ...etcd.members, ...redis.sentinels, ...redisParts],
      ];
      for (const tier of tiers) await Promise.all(tier.map((part) => part.stop()));
      postgres.close();
      await place.processes.stopAll();
      forgetData(place);
    },
  };
}

/** A standby that is further behind than Patroni allows by default may become the primary all the same. */
async function replicateAsynchronously(members: PostgresMember[]): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${members[0]?.apiPort}/config`, {
    method: "PATCH",
    body: JSON.stringify({
      synchronous_mode: false,
      synchronous_mode_strict: false,
      maximum_lag_on_failover: 64 * 1024 * 1024,
    }),
  });
  if (!answer.ok) throw new ExpectedFailure(`Patroni does not take its settings: ${await answer.text()}`);
}

/** All of it but the logs, which may have to be read. */
function forgetData({ folder }: Place): void {
  const { home } = serviceHome(join(folder, "postgres"));
  rmSync(home, { recursive: true, force: true });
  for (const kind of ["etcd", "redis", "sentinel"]) {
    for (let at = 1; at <= 2 * MEMBERS; at += 1) {
      rmSync(join(folder, `${kind}-${at}`), { recursive: true, force: true });
    }
  }
}

async function createDatabase(url: string): Promise<void> {
  const admin = new URL(url);
  admin.pathname = "/postgres";
  const statements = [
    `CREATE ROLE last_seat LOGIN PASSWORD '${SUPERUSER_PASSWORD}' IN ROLE pg_read_all_stats`,
    "CREATE DATABASE last_seat OWNER last_seat",
  ];
  await onceWritable(admin.href, statements);
  await onceWritable(url, ["CREATE EXTENSION pg_stat_statements"]);
}

/** The primary is there once it is elected, and takes writes once it has a synchronous standby. */
async function onceWritable(url: string, statements: string[]): Promise<void> {
  const deadline = performance.now() + READY_WITHIN_MS;
  for (;;) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
    client.on("error", () => {});
    try {
      await client.connect();
      const { rows } = await client.query<{ sync: number }>(
        "SELECT count(*)::int AS sync FROM pg_stat_replication WHERE sync_state = 'sync'",
      );
      if ((rows[0]?.sync ?? 0) > 0) {
        for (const statement of statements) await client.query(statement);
        return;
      }
    } catch (error) {
      if (performance.now() > deadline) throw error;
    } finally {
      await client.end().catch(() => {});
    }
    if (performance.now() > deadline) throw new ExpectedFailure("No synchronous standby has come up.");
    await delay(200);
  }
}
