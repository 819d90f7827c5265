/** Three nodes of the product, and HAProxy before them and before Postgres. */
import { join } from "node:path";
import { projectRoot } from "#scripts/lib/paths";
import { configFile } from "./config-files";
import { answersHttp, type Part, type Place, startPart } from "./part";
import { program } from "./programs";

/** HAProxy sees within 0.3 s that a node is leaving. */
const DRAIN_NOTICE_MS = 1_500;
const NODE_STOPS_WITHIN_MS = 15_000;

export interface NodeAddress {
  port: number;
  metricsPort: number;
}

export interface HaproxyAddresses {
  sitePort: number;
  postgresPort: number;
  metricsPort: number;
  members: { postgresPort: number; apiPort: number }[];
  nodes: NodeAddress[];
}

export function startHaproxy(place: Place, addresses: HaproxyAddresses): Promise<Part> {
  const { sitePort, postgresPort, metricsPort, members, nodes } = addresses;
  const env: Record<string, string> = {
    SITE_DOOR: `127.0.0.1:${sitePort}`,
    POSTGRES_DOOR: `127.0.0.1:${postgresPort}`,
    HAPROXY_METRICS: `127.0.0.1:${metricsPort}`,
  };
  for (const [at, member] of members.entries()) {
    env[`POSTGRES_${at + 1}`] = `127.0.0.1:${member.postgresPort}`;
    env[`PATRONI_${at + 1}_PORT`] = String(member.apiPort);
  }
  for (const [at, { port }] of nodes.entries()) env[`NODE_${at + 1}`] = `127.0.0.1:${port}`;
  return startPart(place, {
    name: "haproxy",
    kind: "haproxy",
    command: program("haproxy"),
    args: ["-db", "-f", configFile("haproxy.cfg")],
    env,
    answers: () => answersHttp(`http://127.0.0.1:${metricsPort}/metrics`),
  });
}

export function startNode(
  place: Place,
  at: number,
  { port, metricsPort }: NodeAddress,
  haproxyMetricsPort: number,
  settings: Record<string, string>,
): Promise<Part> {
  const name = `node-${at + 1}`;
  return startPart(place, {
    name,
    kind: "node",
    command: process.execPath,
    args: [join(projectRoot, "build", "server", "main.js")],
    cwd: projectRoot,
    stopWithinMs: NODE_STOPS_WITHIN_MS,
    env: {
      HOST: "127.0.0.1",
      PORT: String(port),
      METRICS_PORT: String(metricsPort),
      DRAIN_NOTICE_MS: String(DRAIN_NOTICE_MS),
      TRUST_PROXY: "1",
      LOG_LEVEL: "warn",
      DEMO: "on",
      NEXT_TELEMETRY_DISABLED: "1",
      ...settings,
    },
    answers: async () => {
      const isReady = await answersHttp(`http://127.0.0.1:${port}/readyz`, (status) => status === 200);
      return isReady && (await isSentBuyers(haproxyMetricsPort, name));
    },
  });
}

/** HAProxy looks now and then who is ready; where it is away itself, nobody is sent anywhere. */
async function isSentBuyers(haproxyMetricsPort: number, node: string): Promise<boolean> {
  const signal = AbortSignal.timeout(1_000);
  const answer = await fetch(`http://127.0.0.1:${haproxyMetricsPort}/metrics`, { signal }).catch(() => null);
  if (!answer) return true;
  const line = `haproxy_server_status{proxy="pages",server="${node}",state="UP"} 1`;
  return (await answer.text()).split("\n").includes(line);
}
