/** Commands run by the lab's Redis nodes, by their own `INFO commandstats`. */
import type { RedisNode } from "./redis-node";

/** What clients and the lab ask for themselves, and replication: no part of any strategy. */
const NOT_COUNTED = new Set([
  "info",
  "client",
  "hello",
  "ping",
  "config",
  "replconf",
  "psync",
  "replicaof",
  "mget",
  "hrandfield",
  "pexpiretime",
]);

export interface CommandCounter {
  /** Call it just before a node is killed: afterwards nobody can be asked. */
  remember(node: RedisNode): Promise<void>;
  total(): Promise<number>;
}

export async function countCommandsFromNow(nodes: RedisNode[]): Promise<CommandCounter> {
  const before = new Map<RedisNode, number>();
  const last = new Map<RedisNode, number>();
  for (const node of nodes) before.set(node, await commandsRun(node));
  const remember = async (node: RedisNode) => {
    last.set(node, await commandsRun(node));
  };
  return {
    remember,
    async total() {
      let sum = 0;
      for (const node of nodes) {
        if (node.alive()) await remember(node);
        const since = before.get(node) ?? 0;
        sum += (last.get(node) ?? since) - since;
      }
      return sum;
    },
  };
}

async function commandsRun(node: RedisNode): Promise<number> {
  const info = await node.client.info("commandstats");
  let calls = 0;
  for (const [, name, count] of info.matchAll(/^cmdstat_([^:|]+)[^:]*:calls=(\d+)/gm)) {
    if (name && !NOT_COUNTED.has(name)) calls += Number(count);
  }
  return calls;
}
