/**
 * The lab's further servers, started when a strategy first needs them and ended with the lab. Only those that are
 * installed can be had; nothing is installed for them. After a fault that killed a node the next race gets new ones,
 * and after one that froze some it waits until they agree again.
 */
import { LAB_SERVERS, type LabServer } from "#contract/lab-strategies";
import type { Needs } from "#server/strategies/strategy";
import { createMovableClock, type MovableClock } from "../movable-clock";
import type { Watchdog } from "../processes/watchdog";
import type { NodeUse } from "../redis/redis-fleet";
import type { Ensemble } from "./ensemble";
import { startEtcd } from "./etcd-ensemble";
import { type FoundServers, programOf } from "./lab-servers";
import { startRabbitMq } from "./rabbitmq-server";
import { startZooKeeper } from "./zookeeper-ensemble";

type Start = (watchdog: Watchdog, program: string, clock?: MovableClock) => Promise<Ensemble>;
const STARTERS: Record<LabServer, Start> = {
  etcd: startEtcd,
  zookeeper: startZooKeeper,
  rabbitmq: startRabbitMq,
};

export interface Ensembles {
  /** Null for strategies that need none. */
  forNeeds(use: NodeUse, needs: Needs, options?: { movableClocks: boolean }): Promise<Ensemble | null>;
  close(): Promise<void>;
}

export function createEnsembles({
  watchdog,
  labServers,
}: {
  watchdog: Watchdog;
  labServers: FoundServers;
}): Ensembles {
  const running = new Map<string, Ensemble>();
  let starting: Promise<unknown> = Promise.resolve();

  return {
    forNeeds(use, needs, { movableClocks } = { movableClocks: false }) {
      const server = LAB_SERVERS.find((known) => known === needs);
      if (!server) return Promise.resolve(null);
      // One after another, so that two who ask at once do not start two sets.
      const ensemble = starting.then(() => whole(use, server, movableClocks));
      starting = ensemble.catch(() => {});
      return ensemble;
    },
    async close() {
      await starting;
      await Promise.all([...running.values()].map((ensemble) => ensemble.close()));
      running.clear();
    },
  };

  async function whole(use: NodeUse, server: LabServer, movableClocks: boolean): Promise<Ensemble> {
    const name = `${use}/${server}${movableClocks ? "/movable clocks" : ""}`;
    const before = running.get(name);
    if (before?.nodes.every((node) => node.alive())) {
      await before.untilReady();
      return before;
    }
    running.delete(name);
    await before?.close();
    const program = programOf(labServers, server);
    const clock = movableClocks ? createMovableClock(programOf(labServers, "faketime")) : undefined;
    const ensemble = await STARTERS[server](watchdog, program, clock);
    running.set(name, ensemble);
    return ensemble;
  }
}
