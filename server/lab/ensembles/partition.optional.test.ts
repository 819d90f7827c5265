/** A server cut off from its peers, seen from outside: what it and the others still do for their clients. */
import { connect } from "node:net";
import { afterAll, expect, test } from "vitest";
import { createEtcdClient } from "#server/strategies/etcd-client";
import { describeWith } from "#testing/optional-programs";
import { until } from "#testing/until";
import { createWatchdog } from "../processes/watchdog";
import { createEnsembles } from "./ensembles";
import { findLabServers } from "./lab-servers";

const WITHIN_MS = 120_000;
const watchdog = createWatchdog();
const ensembles = createEnsembles({ watchdog, labServers: findLabServers(true) });
afterAll(async () => {
  await ensembles.close();
  watchdog.close();
});

describeWith(["etcd"], "etcd", () => {
  test(
    "L48 a leader that is cut off answers its clients and decides nothing, the other two decide, and healed it does again",
    async () => {
      const { ports, leader, cutOff, heal, untilReady } = await ensembleOf("etcd");
      const at = (await leader()) ?? 0;
      const alone = createEtcdClient(ports.slice(at, at + 1));
      const others = createEtcdClient(ports.filter((_, index) => index !== at));
      await cutOff(at);
      await until("another leads", async () => (await others.leaders()).some(({ leads }) => leads));
      expect(await alone.version()).toMatch(/^\d/);
      await expect(alone.grantLease(2_000)).rejects.toThrow();
      expect((await others.grantLease(2_000)).lease).toMatch(/^\d+$/);
      await heal();
      await untilReady();
      expect((await alone.grantLease(2_000)).lease).toMatch(/^\d+$/);
    },
    WITHIN_MS,
  );
});

describeWith(["zookeeper"], "ZooKeeper", () => {
  test(
    "L48 a leader that is cut off still hears its clients and leads no more, another does, and healed all three serve",
    async () => {
      const { ports, leader, cutOff, heal, untilReady } = await ensembleOf("zookeeper");
      const at = (await leader()) ?? 0;
      await cutOff(at);
      await until("another leads", async () => ![at, undefined].includes(await leader()));
      expect(await reachable(ports[at])).toBe(true);
      await heal();
      await untilReady();
    },
    WITHIN_MS,
  );
});

async function ensembleOf(server: "etcd" | "zookeeper") {
  const ensemble = await ensembles.forNeeds("races", server);
  if (!ensemble) throw new Error(`There is no ${server}.`);
  return ensemble;
}

function reachable(port = 0): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => resolve(true));
    socket.on("connect", () => socket.destroy());
    socket.on("error", () => resolve(false));
  });
}
