/**
 * One RabbitMQ of the lab's own, on the loopback address, in a folder that goes with it; about 150 MB. Erlang's port
 * mapper would stay behind as a daemon, so it is started here as well, on a port of its own, and ends with the rest.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect } from "amqplib";
import { freePort } from "#scripts/lib/ports";
import type { Watchdog } from "../processes/watchdog";
import { type Ensemble, untilTrue } from "./ensemble";
import { startServerProcess } from "./server-process";

export async function startRabbitMq(watchdog: Watchdog, program: string): Promise<Ensemble> {
  const folder = mkdtempSync(join(tmpdir(), "last-seat-rabbitmq-"));
  const [port, mapperPort, distributionPort] = [await freePort(), await freePort(), await freePort()];
  writeFileSync(join(folder, "enabled_plugins"), "[].");
  const env = {
    HOME: folder,
    ERL_EPMD_ADDRESS: "127.0.0.1",
    ERL_EPMD_PORT: String(mapperPort),
    RABBITMQ_NODENAME: "lab@localhost",
    RABBITMQ_NODE_IP_ADDRESS: "127.0.0.1",
    RABBITMQ_NODE_PORT: String(port),
    RABBITMQ_DIST_PORT: String(distributionPort),
    RABBITMQ_MNESIA_BASE: join(folder, "data"),
    RABBITMQ_LOG_BASE: join(folder, "log"),
    RABBITMQ_ENABLED_PLUGINS_FILE: join(folder, "enabled_plugins"),
    RABBITMQ_CONF_ENV_FILE: join(folder, "no-such-file"),
    RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS: "+S 1:1 -kernel inet_dist_use_interface {127,0,0,1}",
  };
  const mapper = startServerProcess(
    watchdog,
    "epmd",
    ["-port", String(mapperPort), "-address", "127.0.0.1"],
    { cwd: folder },
  );
  const broker = startServerProcess(watchdog, program, [], { cwd: folder, env });
  const close = async () => {
    await Promise.all([broker.kill(), mapper.kill()]);
    rmSync(folder, { recursive: true, force: true });
  };
  const untilReady = async () => {
    await untilTrue("RabbitMQ that answers", async () => {
      const connection = await connect({ hostname: "127.0.0.1", port });
      await connection.close();
      return true;
    });
  };
  try {
    await untilReady();
  } catch (error) {
    await close();
    throw error;
  }
  return {
    server: "rabbitmq",
    ports: [port],
    nodes: [broker],
    async version() {
      const connection = await connect({ hostname: "127.0.0.1", port });
      const { version } = connection.connection.serverProperties;
      await connection.close();
      return String(version);
    },
    untilReady,
    leader: async () => 0,
    // Who the active consumer is, only the broker knows.
    locks: async () => [],
    waitingInLine: async () => 0,
    async cutOff() {
      throw new Error("There is one RabbitMQ: nothing to cut it off from.");
    },
    async moveClocks() {
      throw new Error("No lock of RabbitMQ's hangs on a clock.");
    },
    heal: async () => broker.thaw(),
    close,
  };
}
