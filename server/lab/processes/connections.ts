/**
 * What an instance is connected to. A race opens its own connections and ends them; whoever runs hundreds of short
 * ones on the same servers keeps them from one to the next, because opening takes longer than the race.
 */
import type { Redis } from "ioredis";
import { connectRedis } from "../redis/connect-redis";
import { type CountingPool, createCountingPool } from "./counting-pool";
import type { FromInstance, RaceSetup } from "./instance-messages";
import { warmPool } from "./warm-pool";

export interface Connections {
  counting: CountingPool;
  /** One for a Redis lock, five for Redlock. */
  nodes: Redis[];
  /** The first node, or a client on which every command fails. */
  redis: Redis;
}

type Servers = Pick<
  RaceSetup,
  "databaseUrl" | "poolSize" | "redisPorts" | "redisTimeoutMs" | "keepConnections"
>;

export interface InstanceConnections {
  open(servers: Servers): Promise<Connections>;
  /** Keeps them for the next race if this one was asked to, else ends them. */
  giveBack(servers: Servers, connections: Connections): Promise<void>;
}

export function createConnections(send: (message: FromInstance) => void): InstanceConnections {
  let kept: { key: string; connections: Connections } | undefined;

  return {
    async open(servers) {
      const own = kept;
      kept = undefined;
      if (own && own.key === keyOf(servers)) return own.connections;
      if (own) await end(own.connections);
      return connect(servers);
    },
    async giveBack(servers, connections) {
      if (servers.keepConnections) kept = { key: keyOf(servers), connections };
      else await end(connections);
    },
  };

  async function connect({ databaseUrl, poolSize, redisPorts, redisTimeoutMs }: Servers) {
    const counting = createCountingPool(databaseUrl, poolSize, (backends) =>
      send({ type: "backends", backends }),
    );
    const nodes: Redis[] = [];
    try {
      nodes.push(...(await Promise.all(redisPorts.map((port) => connectRedis(port, redisTimeoutMs)))));
      await warmPool(counting.pool, poolSize);
    } catch (error) {
      await end({ counting, nodes });
      throw error;
    }
    return { counting, nodes, redis: nodes[0] ?? (await connectRedis(null, redisTimeoutMs)) };
  }
}

async function end({ counting, nodes }: Pick<Connections, "counting" | "nodes">): Promise<void> {
  for (const node of nodes) node.disconnect();
  await counting.pool.end();
}

function keyOf({ databaseUrl, poolSize, redisPorts, redisTimeoutMs, keepConnections }: Servers): string {
  return JSON.stringify({ databaseUrl, poolSize, redisPorts, redisTimeoutMs, keepConnections });
}
