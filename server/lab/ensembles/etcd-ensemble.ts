/**
 * Three etcd nodes of the lab's own, on the loopback address, in a folder that goes with them. About 40 MB each. They
 * reach each other over cables that can go silent. A node dials every other, and each is told by its peers' own header
 * who calls: all nodes must name the same addresses, so there is one cable to each node and not one to each pair.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "#scripts/lib/ports";
import { createEtcdClient } from "#server/strategies/etcd-client";
import type { Watchdog } from "../processes/watchdog";
import { type Ensemble, untilTrue } from "./ensemble";
import { openPeerRelay } from "./peer-relay";
import { startServerProcess } from "./server-process";

const NODES = 3;
const LOOK_TTL_MS = 2_000;

export async function startEtcd(watchdog: Watchdog, program: string): Promise<Ensemble> {
  const folder = mkdtempSync(join(tmpdir(), "last-seat-etcd-"));
  const members = await Promise.all(
    Array.from({ length: NODES }, async (_, index) => {
      const peerPort = await freePort();
      const cable = await openPeerRelay(peerPort, { callerOf: callingMember });
      return { name: `lab-${index + 1}`, port: await freePort(), peerPort, cable };
    }),
  );
  const cables = members.map(({ cable }) => cable);
  const cluster = members.map(({ name, cable }) => `${name}=http://127.0.0.1:${cable.port}`).join(",");
  const nodes = members.map(({ name, port, peerPort, cable }) => {
    const clients = `http://127.0.0.1:${port}`;
    const [peers, advertised] = [`http://127.0.0.1:${peerPort}`, `http://127.0.0.1:${cable.port}`];
    const args = [
      ...["--name", name, "--data-dir", join(folder, name), "--log-level", "error"],
      ...["--listen-client-urls", clients, "--advertise-client-urls", clients],
      ...["--listen-peer-urls", peers, "--initial-advertise-peer-urls", advertised],
      ...["--initial-cluster", cluster, "--initial-cluster-state", "new"],
    ];
    return startServerProcess(watchdog, program, args, { cwd: folder });
  });
  const ports = members.map(({ port }) => port);
  const client = createEtcdClient(ports);
  const ensemble: Ensemble = {
    server: "etcd",
    ports,
    nodes,
    version: () => client.version(),
    async untilReady() {
      await untilTrue("etcd with a leader", () => Promise.all(ports.map(grantsLease)));
    },
    async leader() {
      const leader = (await client.leaders()).find(({ leads }) => leads);
      return leader && ports.indexOf(leader.port);
    },
    async locks(key) {
      const [holder] = await client.list(`${key}/`);
      if (!holder) return [];
      return [{ key, node: 1, owner: holder.value, ttlMs: await client.timeToLive(holder.lease) }];
    },
    waitingInLine: async (key) => Math.max(0, (await client.list(`${key}/`)).length - 1),
    async cutOff(at) {
      const cutOff = (await client.leaders()).find(({ port }) => port === ports[at]);
      if (!cutOff) throw new Error("An etcd node that does not answer cannot be cut off.");
      for (const [to, cable] of cables.entries()) cable.silence(to === at ? undefined : cutOff.member);
    },
    async moveClocks() {
      throw new Error("etcd is written in Go and asks the kernel for the time: nothing stands between.");
    },
    async heal() {
      for (const node of nodes) node.thaw();
      for (const cable of cables) cable.heal();
    },
    async close() {
      await Promise.all([...nodes.map((node) => node.kill()), ...cables.map((cable) => cable.close())]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
  try {
    await ensemble.untilReady();
  } catch (error) {
    await ensemble.close();
    throw error;
  }
  return ensemble;
}

/** Only a node that has a leader of its own term can grant one: what it says of its leader may be of yesterday. */
async function grantsLease(port: number): Promise<void> {
  const node = createEtcdClient([port]);
  const { lease } = await node.grantLease(LOOK_TTL_MS);
  await node.revokeLease(lease);
}

/** The first request on a connection between peers says whose it is, in hexadecimal. */
function callingMember(bytes: Buffer): string | undefined {
  return /^X-Server-From: (\w+)/im.exec(bytes.toString("latin1"))?.[1];
}
