import { Redis } from "ioredis";
import type { RedisClient } from "./connect-redis";

/** Commands sent together leave in one write to each server: a system call each costs more than the commands do. */
export function inOneWrite(client: RedisClient, send: () => void): void {
  const servers = client instanceof Redis ? [client] : client.nodes("master");
  const streams = servers.map(({ stream }) => stream);
  for (const stream of streams) stream?.cork();
  try {
    send();
  } finally {
    for (const stream of streams) stream?.uncork();
  }
}
