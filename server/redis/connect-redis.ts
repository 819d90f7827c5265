/**
 * The one place that connects to Redis, in whichever of its three forms: a client for commands, and channels. Whoever
 * uses them need not know the form, but for one thing: on a cluster, a command may name keys of one show only.
 */
import { Cluster, Redis, type RedisOptions } from "ioredis";
import { type Channels, createChannels } from "./channels";
import { connectAfterEnd } from "./connect-after-end";
import type { ClusterAddress, RedisAddress } from "./redis-address";
import { replaceWhenSilent } from "./replace-when-silent";
import { createShardChannels } from "./shard-channels";

/**
 * How long a guard may wait for Redis. A slower answer is treated as none: the attempt goes on with
 * Postgres alone, and the guard, if it was set after all, ends with its own short TTL.
 */
const COMMAND_TIMEOUT_MS = 250;
const RECONNECT_AFTER_MS = 200;
const SENTINEL_ANSWERS_WITHIN_MS = 500;
const SENTINEL_RECONNECT_AFTER_MS = 1_000;
/** How often a cluster is asked which server has which slot, besides whenever one says that it has moved. */
const ASK_FOR_SLOTS_EVERY_MS = 1_000;
const SLOTS_ANSWERED_WITHIN_MS = 500;
/** A slot that is being moved has some of its keys here and some there. */
const ASK_AGAIN_WHILE_MOVING_MS = 20;

export type RedisClient = Redis | Cluster;

type Options = Omit<RedisOptions, "replyMapping">;
type Scripts = Record<string, { lua: string }>;

/** What every connection has, whatever it is for and wherever it leads. */
const PATIENCE = {
  connectTimeout: 2_000,
  // A connection that is given up is not waited for: the other end may never say that it has heard.
  disconnectTimeout: 100,
} satisfies RedisOptions;

/** A repeated SET NX would refuse its own owner. */
const NEVER_REPEATED = {
  maxRetriesPerRequest: 0,
  autoResendUnfulfilledCommands: false,
} satisfies RedisOptions;

/** A client that fails fast and never repeats a command that may have been carried out. */
export function connectClient(
  address: RedisAddress,
  scripts: Scripts | undefined,
  onError: (error: Error) => void,
  commandTimeout = COMMAND_TIMEOUT_MS,
): RedisClient {
  if (address.kind === "cluster") return connectCluster(address, scripts, onError, commandTimeout);
  const redis = new Redis({
    ...serverOptions(address),
    ...NEVER_REPEATED,
    commandTimeout,
    enableOfflineQueue: false,
    ...(scripts && { scripts }),
  });
  redis.on("error", onError);
  replaceWhenSilent(redis);
  connectAfterEnd(redis, RECONNECT_AFTER_MS);
  return redis;
}

/** Messages are published by the client; subscriptions live on connections of their own. */
export function connectChannels(
  address: RedisAddress,
  client: RedisClient,
  onError: (error: Error) => void,
): Channels {
  const listen = (options: Options) => {
    const subscriber = new Redis({ ...options, maxRetriesPerRequest: null });
    subscriber.on("error", onError);
    replaceWhenSilent(subscriber);
    return subscriber;
  };
  if (address.kind !== "cluster") {
    const subscriber = listen(serverOptions(address));
    connectAfterEnd(subscriber, RECONNECT_AFTER_MS);
    return createChannels(client, subscriber);
  }
  if (!(client instanceof Cluster)) throw new Error("the client is not of this address");
  return createShardChannels(client, (server) =>
    listen({ ...PATIENCE, ...accessOptions(address), ...server, retryStrategy: null }),
  );
}

/** Rejects unless every server that has keys of ours answers. */
export async function askServers(client: RedisClient): Promise<void> {
  if (client instanceof Redis) {
    await client.ping();
    return;
  }
  const state = String(await client.cluster("INFO"));
  if (!state.includes("cluster_state:ok") || !state.includes("cluster_slots_ok:16384")) {
    throw new Error("a part of the cluster is away");
  }
  await Promise.all(client.nodes("master").map((server) => server.ping()));
}

/** Whatever a server was told of late may be lost with it: the one that takes over has not heard all of it. */
export function onServerLost(client: RedisClient, listener: () => void): void {
  client.on(client instanceof Redis ? "close" : "-node", listener);
}

function connectCluster(
  address: RedisAddress & ClusterAddress,
  scripts: Scripts | undefined,
  onError: (error: Error) => void,
  commandTimeout: number,
): Cluster {
  const cluster = new Cluster(address.hosts, {
    redisOptions: { ...PATIENCE, ...NEVER_REPEATED, commandTimeout, ...accessOptions(address) },
    enableOfflineQueue: false,
    // A command whose connection was lost, or whose slot nobody serves, fails. One that was sent to the wrong server
    // was not carried out, and is sent to the right one.
    retryDelayOnFailover: 0,
    retryDelayOnClusterDown: 0,
    retryDelayOnTryAgain: ASK_AGAIN_WHILE_MOVING_MS,
    slotsRefreshInterval: ASK_FOR_SLOTS_EVERY_MS,
    slotsRefreshTimeout: SLOTS_ANSWERED_WITHIN_MS,
    clusterRetryStrategy: () => RECONNECT_AFTER_MS,
    // Names stay names: a certificate is issued for them.
    dnsLookup: (host, answer) => answer(null, host),
    ...(scripts && { scripts }),
  });
  cluster.on("error", onError);
  cluster.on("node error", onError);
  cluster.on("+node", (server: Redis) => {
    replaceWhenSilent(server);
    hearAsking(server);
  });
  return cluster;
}

/**
 * Before a command for a slot on the move ioredis sends ASKING and looks at its answer no more. Should it fail, the
 * command fails with it, which is heard; a rejection that nobody hears would end the process.
 */
function hearAsking(server: Redis): void {
  const ask = server.asking.bind(server);
  server.asking = () => {
    const asked = ask();
    asked.catch(() => {});
    return asked;
  };
}

function serverOptions(address: Exclude<RedisAddress, ClusterAddress>): Options {
  const common = {
    ...PATIENCE,
    ...accessOptions(address),
    db: address.db,
    retryStrategy: () => RECONNECT_AFTER_MS,
    // A master that has become a replica: the connection leads to the wrong server.
    reconnectOnError: (error: Error) => error.message.startsWith("READONLY"),
  };
  if (address.kind === "server") return { ...common, host: address.host, port: address.port };
  return {
    ...common,
    sentinels: address.sentinels,
    name: address.master,
    ...(address.sentinelUsername && { sentinelUsername: address.sentinelUsername }),
    ...(address.sentinelPassword && { sentinelPassword: address.sentinelPassword }),
    ...(address.tls && { enableTLSForSentinelMode: true, sentinelTLS: {} }),
    sentinelCommandTimeout: SENTINEL_ANSWERS_WITHIN_MS,
    sentinelRetryStrategy: () => RECONNECT_AFTER_MS,
    sentinelReconnectStrategy: () => SENTINEL_RECONNECT_AFTER_MS,
    failoverDetector: true,
  };
}

function accessOptions({ tls, username, password }: RedisAddress): Options {
  return { ...(username && { username }), ...(password && { password }), ...(tls && { tls: {} }) };
}
