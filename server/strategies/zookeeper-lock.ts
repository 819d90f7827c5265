/**
 * The lock of ZooKeeper's own recipe. Each contender creates a node that ends with its session and gets the next
 * number. Whoever has the lowest has the lock; everyone else watches the node just before theirs. The name begins
 * with a word of the contender's own, so that a creation whose answer was lost can be found again.
 */
import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import zookeeper from "node-zookeeper-client";
import type { ZooKeeperSession } from "./zookeeper-session";

export interface Contender {
  owner: string;
  path: string;
}

export interface ZooKeeperLock {
  /** The transaction that created the node: a number that only grows. */
  czxid: number;
  release(): Promise<boolean>;
}

const LOOK_AGAIN_MS = 2_000;
const CLOCK = "/lab-clock";

/** Undefined if it was not had in time, or the session is gone. */
export async function takeZooKeeperLock(
  session: ZooKeeperSession,
  key: string,
  waitMs: number,
): Promise<ZooKeeperLock | undefined> {
  const { client } = session;
  const owner = randomUUID();
  const giveUpAt = performance.now() + waitMs;
  const within = <T>(work: Promise<T>) => beforeTime(work, giveUpAt - performance.now());
  let watched: { path: string; gone: Promise<void> } | undefined;
  const giveBack = async () => {
    const own = (await listContenders(session, key)).find((contender) => contender.owner === owner);
    if (own) await remove(client, own.path);
    return own !== undefined;
  };
  const giveBackInTime = () => beforeTime(giveBack(), LOOK_AGAIN_MS);
  try {
    await within(makeFolder(client, folderOf(key)));
    await within(create(client, `${folderOf(key)}/${owner}-`));
    while (performance.now() < giveUpAt && !session.lost()) {
      const queue = await within(listContenders(session, key));
      const place = queue.findIndex((contender) => contender.owner === owner);
      const own = queue[place];
      if (!own) break;
      const before = queue[place - 1];
      if (!before) {
        const stat = await within(look(client, own.path));
        const release = () => Promise.race([giveBackInTime(), session.expired.then(() => false)]);
        if (stat) return { czxid: Number(stat.czxid.readBigInt64BE()), release };
        break;
      }
      if (watched?.path !== before.path)
        watched = { path: before.path, gone: untilGone(client, before.path) };
      // Or it is time to look again, for the server that watched for us may be gone; or to give up.
      await within(Promise.race([watched.gone, delay(LOOK_AGAIN_MS)])).catch(() => {});
    }
  } catch (error) {
    void giveBack().catch(() => {});
    throw error;
  }
  await giveBackInTime().catch(() => {});
  return undefined;
}

/** Everyone who has or wants the lock, the holder first. */
export async function listContenders({ client }: ZooKeeperSession, key: string): Promise<Contender[]> {
  const names = await children(client, folderOf(key));
  return names
    .toSorted((one, other) => numberOf(one) - numberOf(other))
    .map((name) => ({ owner: name.slice(0, name.lastIndexOf("-")), path: `${folderOf(key)}/${name}` }));
}

/** When something written now was written, by the clock of the server that leads. */
export async function writtenAt({ client }: ZooKeeperSession): Promise<number> {
  await makeFolder(client, CLOCK);
  const { mtime } = await new Promise<zookeeper.Stat>((resolve, reject) =>
    client.setData(CLOCK, Buffer.alloc(0), (error, stat) => (error ? reject(error) : resolve(stat))),
  );
  return Number(mtime.readBigInt64BE());
}

function folderOf(key: string): string {
  return `/${key}`;
}

function numberOf(name: string): number {
  return Number(name.slice(name.lastIndexOf("-") + 1));
}

function makeFolder(client: zookeeper.Client, path: string): Promise<void> {
  return new Promise((resolve, reject) =>
    client.mkdirp(path, (error) => (error ? reject(error) : resolve())),
  );
}

function create(client: zookeeper.Client, path: string): Promise<void> {
  return new Promise((resolve, reject) =>
    client.create(path, zookeeper.CreateMode.EPHEMERAL_SEQUENTIAL, (error) =>
      error && isProblem(error, "CONNECTION_LOSS") === false ? reject(error) : resolve(),
    ),
  );
}

function children(client: zookeeper.Client, path: string): Promise<string[]> {
  return new Promise((resolve, reject) =>
    client.getChildren(path, (error, names) =>
      !error ? resolve(names) : isProblem(error, "NO_NODE") ? resolve([]) : reject(error),
    ),
  );
}

function look(client: zookeeper.Client, path: string): Promise<zookeeper.Stat | null> {
  return new Promise((resolve, reject) =>
    client.exists(path, (error, stat) => (error ? reject(error) : resolve(stat))),
  );
}

function remove(client: zookeeper.Client, path: string): Promise<void> {
  return new Promise((resolve, reject) =>
    client.remove(path, (error) => (error && !isProblem(error, "NO_NODE") ? reject(error) : resolve())),
  );
}

function untilGone(client: zookeeper.Client, path: string): Promise<void> {
  return new Promise((resolve) =>
    client.exists(
      path,
      () => resolve(),
      (error, stat) => {
        if (error || !stat) resolve();
      },
    ),
  );
}

async function beforeTime<T>(work: Promise<T>, withinMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("ZooKeeper did not answer in time")), Math.max(1, withinMs));
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
    work.catch(() => {});
  }
}

function isProblem(error: Error | zookeeper.Exception, name: "CONNECTION_LOSS" | "NO_NODE"): boolean {
  return "code" in error && error.code === zookeeper.Exception[name];
}
