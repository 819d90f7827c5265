/**
 * A session with ZooKeeper that knows how long ago it was heard of. The servers count from the last word of the client,
 * so whoever has heard nothing for as long as a session lives must take it for expired, connected or not. And the
 * library keeps a connection on which nothing is answered: after a few unanswered questions it is ended here, and the
 * library goes on to the next server.
 */
import { once } from "node:events";
import type { Socket } from "node:net";
import zookeeper from "node-zookeeper-client";

const ASK_EVERY_MS = 1_000;
const UNANSWERED = 3;

export interface ZooKeeperSession {
  client: zookeeper.Client;
  /** By our own clock: whether the session may have expired since it was last heard of. */
  lost(): boolean;
  /** Once the servers have said that it has: what it had created is gone, and nothing more is answered. */
  expired: Promise<void>;
  close(): void;
}

export async function openZooKeeper(ports: number[], ttlMs: number): Promise<ZooKeeperSession> {
  const servers = ports.map((port) => `127.0.0.1:${port}`).join(",");
  const client = zookeeper.createClient(servers, { sessionTimeout: ttlMs, spinDelay: 100, retries: 3 });
  let heardAt = performance.now();
  let isExpired = false;
  const expired = new Promise<void>((resolve) => client.once("expired", resolve)).then(() => {
    isExpired = true;
  });
  const connected = once(client, "connected");
  client.connect();
  await connected;

  // Counted in questions and not in time: a process that slept has not been waiting for an answer.
  let unanswered = 0;
  const heartbeat = setInterval(
    () => {
      if (unanswered === UNANSWERED) {
        unanswered = 0;
        endConnection(client);
      }
      unanswered += 1;
      const askedAt = performance.now();
      client.exists("/", (error) => {
        if (error) return;
        unanswered = 0;
        heardAt = Math.max(heardAt, askedAt);
      });
    },
    Math.min(ASK_EVERY_MS, ttlMs / 6),
  );

  return {
    client,
    lost: () => isExpired || performance.now() > heardAt + ttlMs,
    expired,
    close() {
      clearInterval(heartbeat);
      client.close();
    },
  };
}

function endConnection(client: zookeeper.Client): void {
  const manager: { socket?: Socket } = Reflect.get(client, "connectionManager");
  manager.socket?.destroy();
}
