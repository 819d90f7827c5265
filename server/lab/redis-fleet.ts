/**
 * The Redis nodes of the lab, started when a race first needs them and reused by the next. Faults happen to
 * these, never to the Redis of the box office. A node that a fault killed is replaced by a new, empty one.
 */
import type { Needs } from "#server/strategies/strategy";
import type { Keeper } from "./keeper";
import { type RedisNode, startRedisNode } from "./redis-node";
import { openRelay, type Relay } from "./relay";

const REDLOCK_NODES = 5;

export interface FailoverPair {
  primary: RedisNode;
  replica: RedisNode;
  /** The cable between them. */
  link: Relay;
  /** Where clients find whoever is primary. */
  front: Relay;
  close(): Promise<void>;
}

/** Races do things to their nodes that games and the demonstration show must not feel. */
export type NodeUse = "races" | "visitors";

export interface RedisFleet {
  nodesFor(use: NodeUse, needs: Needs): Promise<RedisNode[]>;
  /** A pair of its own for one race, in step and cut off from nothing. */
  failoverPair(): Promise<FailoverPair>;
  close(): Promise<void>;
}

export function createRedisFleet(deps: { keeper: Keeper; redisServers: string[] }): RedisFleet {
  const groups = new Map<string, RedisNode[]>();
  const pairs = new Set<FailoverPair>();
  let starting: Promise<unknown> = Promise.resolve();

  return {
    nodesFor(use, needs) {
      if (needs === "nothing") return Promise.resolve([]);
      // One after another, so that two who ask at once do not start two sets.
      const nodes = starting.then(() => complete(`${use}/${needs}`, needs === "redlock" ? REDLOCK_NODES : 1));
      starting = nodes.catch(() => {});
      return nodes;
    },
    async failoverPair() {
      const pair = await startPair(deps);
      pairs.add(pair);
      return {
        ...pair,
        async close() {
          pairs.delete(pair);
          await pair.close();
        },
      };
    },
    async close() {
      await starting;
      const nodes = [...groups.values()].flat();
      groups.clear();
      await Promise.all([...nodes.map((node) => node.kill()), ...[...pairs].map((pair) => pair.close())]);
    },
  };

  /** Replaces those a fault has killed. */
  async function complete(group: string, size: number): Promise<RedisNode[]> {
    const living = (groups.get(group) ?? []).filter((node) => node.alive());
    const missing = Array.from({ length: size - living.length }, () => startRedisNode(deps));
    const started = await Promise.allSettled(missing);
    const nodes = [
      ...living,
      ...started.filter((start) => start.status === "fulfilled").map((start) => start.value),
    ];
    groups.set(group, nodes);
    const failure = started.find((start) => start.status === "rejected");
    if (failure) throw failure.reason;
    return nodes;
  }
}

async function startPair(deps: { keeper: Keeper; redisServers: string[] }): Promise<FailoverPair> {
  // By default a primary waits five seconds for more replicas before it sends itself.
  const primary = await startRedisNode(deps, ["--repl-diskless-sync-delay", "0"]);
  const link = await openRelay(primary.port);
  const front = await openRelay(primary.port);
  const following = ["--replicaof", "127.0.0.1", String(link.port), "--repl-diskless-load", "on-empty-db"];
  const replica = await startRedisNode(deps, following);
  const close = async () => {
    await Promise.all([primary.kill(), replica.kill(), link.close(), front.close()]);
  };
  try {
    // In step with everything written so far.
    await primary.client.set("lab:in-step", "1");
    await primary.client.wait(1, 5_000);
  } catch (error) {
    await close();
    throw error;
  }
  return { primary, replica, link, front, close };
}
