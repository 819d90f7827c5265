/** A Redis Cluster of a test's own: masters that share the slots, and replicas to take over from them. */
import { Redis } from "ioredis";
import { freePort } from "#scripts/lib/ports";
import { startRedis, type TestRedis } from "#testing/redis";
import { until } from "#testing/until";

const SLOTS = 16_384;
const FORMED_WITHIN_MS = 30_000;

export interface TestRedisCluster {
  url: string;
  servers: TestRedis[];
  slotOf(key: string): Promise<number>;
  /** The server that has the key, by what the others say now. */
  masterOf(key: string): Promise<TestRedis>;
  replicaOf(key: string): Promise<TestRedis>;
  masters(): Promise<TestRedis[]>;
  /** Every server is there, and every master has its replica. */
  untilWhole(): Promise<void>;
  info(server: TestRedis): Promise<string>;
  /** What is left of a slot that is on its way. */
  moveKeys(slot: number, from: TestRedis, to: TestRedis): Promise<void>;
  /** For questions to one server; it reconnects after a restart. */
  admin(server: TestRedis): Redis;
  stop(): Promise<void>;
}

export interface ClusterOptions {
  masters?: number;
  /** One for each master. */
  replicas?: boolean;
  /** After how long a server that does not answer is taken for lost. */
  nodeTimeoutMs?: number;
  password?: string;
}

export async function startRedisCluster(options: ClusterOptions = {}): Promise<TestRedisCluster> {
  const { masters = 3, replicas = false, nodeTimeoutMs = 5_000, password } = options;
  const flags = {
    ...SETTINGS,
    "cluster-node-timeout": nodeTimeoutMs,
    ...(password && { requirepass: password, masterauth: password }),
  };
  const servers = await Promise.all(
    Array.from({ length: replicas ? masters * 2 : masters }, async () => {
      const all = { ...flags, "cluster-port": await freePort() };
      return startRedis({
        args: Object.entries(all).flatMap(([name, value]) => [`--${name}`, String(value)]),
      });
    }),
  );
  const admins = new Map(
    servers.map((server) => [
      server,
      quietly(new Redis({ port: server.port, ...ADMIN, ...(password && { password }) })),
    ]),
  );
  const admin = (server: TestRedis | undefined): Redis => {
    const found = server && admins.get(server);
    if (!found) throw new Error("there is no such server");
    return found;
  };
  const cluster = (server: TestRedis | undefined, ...command: (string | number)[]) =>
    admin(server).call("CLUSTER", ...command);

  await Promise.all(
    servers.map(async (server, at) => {
      await cluster(server, "SET-CONFIG-EPOCH", at + 1);
      if (at >= masters) return;
      const from = Math.floor((SLOTS * at) / masters);
      const to = Math.floor((SLOTS * (at + 1)) / masters) - 1;
      await cluster(server, "ADDSLOTSRANGE", from, to);
    }),
  );
  for (const { port } of servers.slice(1)) {
    await cluster(servers[0], "MEET", "127.0.0.1", port, await busPort(port));
  }
  await everywhere("everyone is known", async (server) => {
    const nodes = String(await cluster(server, "NODES")).trim();
    return nodes.split("\n").length === servers.length && !nodes.includes("handshake");
  });
  for (const [at, replica] of servers.slice(masters).entries()) {
    await cluster(replica, "REPLICATE", String(await cluster(servers[at], "MYID")));
  }
  await untilWhole();

  const access = password ? `:${encodeURIComponent(password)}@` : "";
  return {
    url: `redis+cluster://${access}${servers.map(({ port }) => `127.0.0.1:${port}`).join()}`,
    servers,
    slotOf: async (key) => Number(await cluster(servers[0], "KEYSLOT", key)),
    masterOf,
    replicaOf,
    async masters() {
      const roles = await Promise.all(servers.map((server) => admin(server).info("replication")));
      return servers.filter((_, at) => roles[at]?.includes("role:master"));
    },
    untilWhole,
    info,
    async moveKeys(slot, from, to) {
      for (;;) {
        const keys = await cluster(from, "GETKEYSINSLOT", slot, 100);
        if (!Array.isArray(keys) || keys.length === 0) return;
        const secret = password ? ["AUTH", password] : [];
        const place = ["127.0.0.1", to.port, "", 0, 5_000];
        await admin(from).call("MIGRATE", ...place, "REPLACE", ...secret, "KEYS", ...keys.map(String));
      }
    },
    admin,
    async stop() {
      for (const redis of admins.values()) redis.disconnect();
      await Promise.all(servers.map((server) => server.stop()));
    },
  };

  function info(server: TestRedis): Promise<string> {
    return cluster(server, "INFO").then(String);
  }

  function untilWhole(): Promise<void> {
    return everywhere("the cluster is whole", async (server) => {
      const state = await info(server);
      if (!state.includes("cluster_state:ok") || !state.includes(`cluster_slots_ok:${SLOTS}`)) return false;
      const replication = await admin(server).info("replication");
      return replication.includes("role:master")
        ? replication.includes(`connected_slaves:${replicas ? 1 : 0}`)
        : replication.includes("master_link_status:up");
    });
  }

  function masterOf(key: string): Promise<TestRedis> {
    return until(`somebody has ${key}`, () => elected(key), FORMED_WITHIN_MS);
  }

  /** By what most of the servers say that answer; some of them may be away, or behind. */
  async function elected(key: string): Promise<TestRedis | undefined> {
    const votes = await Promise.all(servers.map((server) => vote(server, key).catch(() => undefined)));
    const count = (server: TestRedis) => votes.filter((one) => one === server).length;
    const most = servers.toSorted((a, b) => count(b) - count(a))[0];
    return most && count(most) > servers.length / 3 ? most : undefined;
  }

  async function vote(server: TestRedis, key: string): Promise<TestRedis | undefined> {
    const slot = Number(await cluster(server, "KEYSLOT", key));
    const ranges = await admin(server).cluster("SLOTS");
    const [, , master] = ranges.find(([from, to]) => Number(from) <= slot && slot <= Number(to)) ?? [];
    return servers.find(({ port }) => port === master?.[1]);
  }

  /** By what the replicas themselves say. */
  async function replicaOf(key: string): Promise<TestRedis> {
    const master = await masterOf(key);
    return until(
      "it has a replica",
      async () => {
        const facts = await Promise.all(
          servers.map((one) =>
            admin(one)
              .info("replication")
              .catch(() => ""),
          ),
        );
        return servers.find((_, at) => facts[at]?.includes(`master_port:${master.port}\r`));
      },
      FORMED_WITHIN_MS,
    );
  }

  async function busPort(port: number): Promise<number> {
    const server = servers.find((one) => one.port === port);
    const [, bus] = /@(\d+)/.exec(String(await cluster(server, "NODES"))) ?? [];
    return Number(bus);
  }

  async function everywhere(what: string, holds: (server: TestRedis) => Promise<boolean>): Promise<void> {
    for (const server of servers) await until(what, () => holds(server).catch(() => false), FORMED_WITHIN_MS);
  }
}

const SETTINGS = {
  "cluster-enabled": "yes",
  // The slots that are left go on serving.
  "cluster-require-full-coverage": "no",
  "repl-diskless-sync-delay": 0,
};

/** A server that is dead or frozen does not keep the test waiting. */
const ADMIN = { commandTimeout: 2_000, maxRetriesPerRequest: 0, enableOfflineQueue: true };

function quietly(redis: Redis): Redis {
  return redis.on("error", () => {});
}
