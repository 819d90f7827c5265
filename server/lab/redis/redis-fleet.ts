/**
 * The Redis nodes of the lab, started when a race first needs them and reused by the next. Faults happen to
 * these, never to the Redis of the box office. A node that a fault killed is replaced by a new, empty one.
 */
import { setTimeout as delay } from "node:timers/promises";
import type { Needs } from "#server/strategies/strategy";
import { type FoundServers, programOf } from "../ensembles/lab-servers";
import { createMovableClock } from "../movable-clock";
import type { Watchdog } from "../processes/watchdog";
import { type RedisNode, startRedisNode } from "./redis-node";
import { openTcpRelay, type TcpRelay } from "./tcp-relay";

const REDLOCK_NODES = 5;
/** By default a primary waits five seconds for more replicas before it sends itself. */
const PRIMARY = ["--repl-diskless-sync-delay", "0"];

export interface FailoverPair {
  primary: RedisNode;
  replica: RedisNode;
  /** A second replica, over a cable of its own that is not cut. */
  witness: RedisNode;
  /** The cable between primary and replica. */
  link: TcpRelay;
  /** Where clients find whoever is primary. */
  front: TcpRelay;
  close(): Promise<void>;
}

/** Races do things to their nodes that games and the demonstration show must not feel. */
export type NodeUse = "races" | "games-and-demo";

export interface RedisFleet {
  nodesFor(use: NodeUse, needs: Needs, options?: { movableClocks: boolean }): Promise<RedisNode[]>;
  /** A pair of its own for one race, in step and cut off from nothing. */
  failoverPair(): Promise<FailoverPair>;
  close(): Promise<void>;
}

export interface RedisFleetDeps {
  watchdog: Watchdog;
  redisServers: string[];
  labServers: FoundServers;
}

export function createRedisFleet(deps: RedisFleetDeps): RedisFleet {
  const groups = new Map<string, RedisNode[]>();
  const pairs = new Set<FailoverPair>();
  let starting: Promise<unknown> = Promise.resolve();

  return {
    nodesFor(use, needs, { movableClocks } = { movableClocks: false }) {
      if (needs !== "redis" && needs !== "redlock" && needs !== "redis-with-replica")
        return Promise.resolve([]);
      // One after another, so that two who ask at once do not start two sets.
      const nodes = starting.then(() =>
        needs === "redis-with-replica"
          ? replicated(`${use}/${needs}`)
          : complete(`${use}/${needs}`, needs === "redlock" ? REDLOCK_NODES : 1, movableClocks),
      );
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

  /** A primary and its replica: two new ones if either is gone. */
  async function replicated(group: string): Promise<RedisNode[]> {
    const before = groups.get(group) ?? [];
    if (before.length === 2 && before.every((node) => node.alive())) return before;
    await Promise.all(before.map((node) => node.kill()));
    const primary = await startRedisNode(deps, PRIMARY);
    groups.set(group, [primary]);
    const nodes = [primary, await startRedisNode(deps, following(primary.port))];
    groups.set(group, nodes);
    await inStep(primary, 1);
    return nodes;
  }

  /** Replaces those a fault has killed. */
  async function complete(use: string, size: number, movableClocks: boolean): Promise<RedisNode[]> {
    const group = `${use}${movableClocks ? "/movable clocks" : ""}`;
    const clock = () =>
      movableClocks ? createMovableClock(programOf(deps.labServers, "faketime")) : undefined;
    const living = (groups.get(group) ?? []).filter((node) => node.alive());
    const missing = Array.from({ length: size - living.length }, () => startRedisNode(deps, [], clock()));
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

async function startPair(deps: RedisFleetDeps): Promise<FailoverPair> {
  const primary = await startRedisNode(deps, PRIMARY);
  const link = await openTcpRelay(primary.port);
  const front = await openTcpRelay(primary.port);
  const [replica, witness] = await Promise.all([
    startRedisNode(deps, following(link.port)),
    startRedisNode(deps, following(primary.port)),
  ]);
  const close = async () => {
    await Promise.all([primary.kill(), replica.kill(), witness.kill(), link.close(), front.close()]);
  };
  try {
    await inStep(primary, 2);
  } catch (error) {
    await close();
    throw error;
  }
  return { primary, replica, witness, link, front, close };
}

function following(port: number): string[] {
  return ["--replicaof", "127.0.0.1", String(port), "--repl-diskless-load", "on-empty-db", ...PRIMARY];
}

/** So many replicas have everything written so far. */
async function inStep({ client }: RedisNode, replicas: number): Promise<void> {
  await client.set("lab:in-step", "1");
  if ((await client.wait(replicas, 5_000)) < replicas)
    throw new Error("A replica of the lab does not follow.");
}

/** A replica that was told to follow it does. */
export async function untilFollowed({ client }: RedisNode): Promise<void> {
  while (!(await client.info("replication")).includes("state=online")) await delay(10);
}
