/** The programs of the cluster, which come from Debian's packages: found, installed where this needs no question, or named. */
import { dirname } from "node:path";
import { ExpectedFailure } from "#scripts/lib/expected-failure";
import { findOptionalProgram, installLine, type OptionalProgram } from "#scripts/lib/optional-programs";
import { installByFirst } from "#scripts/lib/package-manager";
import type { Processes } from "#scripts/lib/processes";
import { installRedis, noRedis } from "#scripts/lib/provide-redis";
import { findRedisServer } from "#scripts/lib/redis";

export const CLUSTER_PROGRAMS = [
  "etcd",
  "patroni",
  "postgres",
  "haproxy",
] as const satisfies OptionalProgram[];
type ClusterProgram = (typeof CLUSTER_PROGRAMS)[number];

export async function provideClusterPrograms(processes: Processes): Promise<void> {
  if (process.platform !== "linux") {
    throw new ExpectedFailure(
      "The cluster is made of Debian's packages: run it on Linux, or in a container.",
    );
  }
  if (!(findRedisServer() ?? (await installRedis(processes)))) throw noRedis();
  const missing = () => CLUSTER_PROGRAMS.filter((name) => !findOptionalProgram(name));
  if (missing().length > 0) await installByFirst(processes, "servers", [installLine(missing())]);
  if (missing().length > 0) {
    throw new ExpectedFailure(
      `The cluster needs ${missing().join(", ")}. As root, on Debian or Ubuntu:\n  ${installLine(missing())}`,
    );
  }
}

export function program(name: ClusterProgram): string {
  const found = findOptionalProgram(name);
  if (!found) throw new ExpectedFailure(`${name} is not installed: ${installLine([name])}`);
  return found;
}

export function redisProgram(): string {
  const found = findRedisServer();
  if (!found) throw noRedis();
  return found;
}

export function postgresPrograms(): string {
  return dirname(program("postgres"));
}
