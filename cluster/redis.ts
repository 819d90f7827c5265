/** Redis, in one of two shapes: a cluster of three masters with a replica each, or one master, two replicas and three Sentinels. */
import { appendFileSync, copyFileSync, mkdirSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { findCommand } from "#scripts/lib/find-command";
import { configFile } from "./config-files";
import { type Part, type Place, startPart } from "./part";
import { MEMBERS, ports } from "./places";
import { redisProgram } from "./programs";

const ANSWER_WITHIN_MS = 2_000;

export type RedisShape = "cluster" | "sentinel";

export interface RedisServer {
  part: Part;
  port: number;
}

export interface RedisServers {
  url: string;
  servers: RedisServer[];
  sentinels: Part[];
}

export function startRedisServers(place: Place, shape: RedisShape): Promise<RedisServers> {
  return shape === "cluster" ? startRedisCluster(place) : startSentinelGroup(place);
}

async function startRedisCluster(place: Place): Promise<RedisServers> {
  // Its bus listens 10,000 above each port, unless it is told otherwise.
  const found = await ports(4 * MEMBERS);
  const servers = await Promise.all(
    found
      .slice(0, 2 * MEMBERS)
      .map((port, at) =>
        startServer(place, at, port, [
          "--cluster-enabled",
          "yes",
          "--cluster-port",
          String(found[2 * MEMBERS + at]),
        ]),
      ),
  );
  const addresses = servers.map(({ port }) => `127.0.0.1:${port}`);
  const client = findCommand(["redis-cli", "valkey-cli"]) ?? "redis-cli";
  const create = ["--cluster", "create", ...addresses, "--cluster-replicas", "1", "--cluster-yes"];
  await place.processes.runOrFail(client, create);
  return { url: `redis+cluster://${addresses.join()}`, servers, sentinels: [] };
}

async function startSentinelGroup(place: Place): Promise<RedisServers> {
  const found = await ports(2 * MEMBERS);
  const [masterPort = 0] = found;
  const servers = await Promise.all(
    found
      .slice(0, MEMBERS)
      .map((port, at) =>
        startServer(place, at, port, at === 0 ? [] : ["--replicaof", "127.0.0.1", String(masterPort)]),
      ),
  );
  const sentinelPorts = found.slice(MEMBERS);
  const sentinels = await Promise.all(
    sentinelPorts.map((port, at) => {
      const name = `sentinel-${at + 1}`;
      const folder = join(place.folder, name);
      mkdirSync(folder, { recursive: true });
      const file = join(folder, "sentinel.conf");
      copyFileSync(configFile("sentinel.conf"), file);
      const lines = [`port ${port}`, "bind 127.0.0.1", `dir ${folder}`, ...watch(masterPort)];
      appendFileSync(file, `${lines.join("\n")}\n`);
      return startPart(place, {
        name,
        kind: "sentinel",
        command: redisProgram(),
        args: [file, "--sentinel"],
        answers: async () => (await askRedis(port, "PING")).includes("PONG"),
      });
    }),
  );
  const group = sentinelPorts.map((port) => `127.0.0.1:${port}`).join();
  return { url: `redis+sentinel://${group}/mymaster`, servers, sentinels };
}

function watch(masterPort: number): string[] {
  return [
    `sentinel monitor mymaster 127.0.0.1 ${masterPort} 2`,
    "sentinel down-after-milliseconds mymaster 1000",
    "sentinel failover-timeout mymaster 3000",
  ];
}

async function startServer(place: Place, at: number, port: number, args: string[]): Promise<RedisServer> {
  const name = `redis-${at + 1}`;
  const folder = join(place.folder, name);
  mkdirSync(folder, { recursive: true });
  // Sentinels have a server write down whom it follows, into its own configuration file.
  const file = join(folder, "redis.conf");
  copyFileSync(configFile("redis.conf"), file);
  const own = ["--port", String(port), "--bind", "127.0.0.1", "--dir", folder];
  const part = await startPart(place, {
    name,
    kind: "redis",
    command: redisProgram(),
    args: [file, ...own, ...args],
    answers: async () => (await askRedis(port, "PING")).includes("PONG"),
  });
  return { part, port };
}

/** One question over a connection of its own; what came back in time, or nothing. */
export function askRedis(port: number, question: string): Promise<string> {
  return new Promise((resolve) => {
    let said = "";
    const socket = connect({ host: "127.0.0.1", port, timeout: ANSWER_WITHIN_MS });
    const end = () => {
      socket.destroy();
      resolve(said);
    };
    socket.once("connect", () => socket.write(`${question}\r\nQUIT\r\n`));
    socket.on("data", (bytes) => {
      said += bytes;
    });
    for (const event of ["timeout", "error", "close"]) socket.once(event, end);
  });
}
