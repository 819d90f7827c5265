/**
 * Three ZooKeeper servers of the lab's own, on the loopback address, in a folder that goes with them. Each is a Java
 * machine of 64 MB with the simplest collector, about 60 MB in all. Looked at by their four-letter word `srvr`. A
 * session is counted by a monotonic clock, so that moving the clocks must not end one.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "#scripts/lib/ports";
import { listContenders, writtenAt } from "#server/strategies/zookeeper-lock";
import { openZooKeeper, type ZooKeeperSession } from "#server/strategies/zookeeper-session";
import type { MovableClock } from "../movable-clock";
import type { Watchdog } from "../processes/watchdog";
import { type Ensemble, untilTrue } from "./ensemble";
import { startServerProcess } from "./server-process";
import { layCables } from "./zookeeper-cables";

const NODES = 3;
const SESSION_MS = 30_000;
const TICK_MS = 500;
const ANSWER_WITHIN_MS = 300;
/** Between writing and reading the time on a busy machine. */
const CLOCKS_AGREE_MS = 10_000;
const CLASSES = "/etc/zookeeper/conf:/usr/share/java/zookeeper.jar";
const MEMORY = ["-Xmx64m", "-XX:+UseSerialGC"];
/** What is kept in a folder for a few minutes need not reach the disk. */
const SETTINGS = ["-Dzookeeper.forceSync=no", "-Dzookeeper.admin.enableServer=false"];

export async function startZooKeeper(
  watchdog: Watchdog,
  _program: string,
  clock?: MovableClock,
): Promise<Ensemble> {
  const folder = mkdtempSync(join(tmpdir(), "last-seat-zookeeper-"));
  const members = await Promise.all(
    Array.from({ length: NODES }, async (_, index) => ({
      id: index + 1,
      port: await freePort(),
      quorumPort: await freePort(),
      electionPort: await freePort(),
    })),
  );
  const cables = await layCables(members);
  const nodes = members.map((member) => {
    const { id, port } = member;
    const data = join(folder, String(id));
    mkdirSync(data);
    writeFileSync(join(data, "myid"), String(id));
    const settings = [
      ...[`dataDir=${data}`, `clientPort=${port}`, "clientPortAddress=127.0.0.1", `tickTime=${TICK_MS}`],
      ...["initLimit=10", "syncLimit=8", "maxSessionTimeout=60000", "4lw.commands.whitelist=srvr"],
      ...["quorumListenOnAllIPs=false", ...cables.settingsOf(member)],
    ];
    const file = join(data, "zoo.cfg");
    writeFileSync(file, `${settings.join("\n")}\n`);
    const main = "org.apache.zookeeper.server.quorum.QuorumPeerMain";
    const args = [...MEMORY, ...SETTINGS, "-cp", CLASSES, main, file];
    return startServerProcess(watchdog, "java", args, { cwd: data, ...(clock && { env: clock.env }) });
  });
  const ports = members.map(({ port }) => port);
  const leader = async () => {
    const modes = await Promise.all(ports.map((port) => modeOf(port)));
    const at = modes.indexOf("leader");
    return at < 0 ? undefined : at;
  };
  const close = async () => {
    await Promise.all([...nodes.map((node) => node.kill()), cables.close()]);
    clock?.remove();
    rmSync(folder, { recursive: true, force: true });
  };
  let session: ZooKeeperSession | undefined;
  const untilReady = async () => {
    // A session is granted by a majority: whoever grants one is part of it. Followers join one after another.
    await untilTrue("all of ZooKeeper", async () => {
      const modes = await Promise.all(ports.map((port) => modeOf(port)));
      return modes.every(Boolean) || undefined;
    });
    for (const port of ports) (await openZooKeeper([port], SESSION_MS)).close();
    if (!session?.lost()) return;
    session.close();
    session = await openZooKeeper(ports, SESSION_MS);
  };
  const moveClocks = async (byMs: number) => {
    if (!clock) throw new Error("These servers were not started with clocks that can be moved.");
    clock.moveBy(byMs);
    await untilTrue("ZooKeeper with the clocks it was given", async () => {
      const movedBy = session ? (await writtenAt(session)) - Date.now() : Number.NaN;
      return Math.abs(movedBy - byMs) < CLOCKS_AGREE_MS || undefined;
    });
  };
  try {
    await untilReady();
    session = await openZooKeeper(ports, SESSION_MS);
    return {
      server: "zookeeper",
      ports,
      nodes,
      version: async () => /version: ([\d.]+)/.exec(await srvr(ports[0] ?? 0))?.[1] ?? "unknown",
      untilReady,
      leader,
      async locks(key) {
        const [holder] = session ? await listContenders(session, key) : [];
        return holder ? [{ key, node: 1, owner: holder.owner, ttlMs: null }] : [];
      },
      async waitingInLine(key) {
        if (!session) return 0;
        // A server may be behind the others; after a write of ours it is not.
        await writtenAt(session);
        return Math.max(0, (await listContenders(session, key)).length - 1);
      },
      cutOff: async (at) => cables.cutOff(members[at]),
      moveClocks,
      async heal() {
        for (const node of nodes) node.thaw();
        cables.heal();
        if (clock) await moveClocks(0);
      },
      async close() {
        session?.close();
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** `leader` or `follower`; undefined from one that is neither yet, or does not answer. */
async function modeOf(port: number): Promise<string | undefined> {
  return /Mode: (\w+)/.exec(await srvr(port))?.[1];
}

/** What a server says of itself; nothing if it does not answer. */
function srvr(port: number): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => socket.write("srvr"));
    let told = "";
    socket.setTimeout(ANSWER_WITHIN_MS, () => socket.destroy());
    socket.on("data", (data) => (told += data));
    socket.on("error", () => {});
    socket.on("close", () => resolve(told));
  });
}
