/** Redis in each of the forms that REDIS_URL can name, for what must be the same on all of them. */
import { startRedis, type TestRedis } from "#testing/redis";
import { startRedisCluster } from "#testing/redis-cluster";
import { startSentinelGroup } from "#testing/redis-sentinel";

export interface RedisForm {
  url: string;
  /** The one that has the key. Nobody takes over from it within five seconds. */
  server: TestRedis;
  stop(): Promise<void>;
}

export const REDIS_FORMS: [name: string, start: (key: string) => Promise<RedisForm>][] = [
  ["one server", oneServer],
  [
    "a Sentinel group",
    async () => {
      const group = await startSentinelGroup();
      return { url: group.url, server: await group.master(), stop: group.stop };
    },
  ],
  [
    "a cluster",
    async (key) => {
      const cluster = await startRedisCluster();
      return { url: cluster.url, server: await cluster.masterOf(key), stop: cluster.stop };
    },
  ],
];

export async function oneServer(): Promise<RedisForm> {
  const server = await startRedis();
  return { url: server.url, server, stop: server.stop };
}
