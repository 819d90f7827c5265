/** A whole cluster for a test, with processes of its own: it is stopped as one. */
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { type Cluster, type ClusterOptions, startCluster } from "#cluster/cluster";
import { buildIfNeeded } from "#scripts/lib/build-if-needed";
import { Processes } from "#scripts/lib/processes";
import { testProcesses, testRun } from "#testing/run";

/** Everyone comes from one address, and holds outlive whatever is done to the cluster meanwhile. */
const SETTINGS = { RATE_LIMITS: "off", HOLD_TTL_MS: "600000" };

export async function startTestCluster(options: ClusterOptions): Promise<Cluster> {
  await buildIfNeeded(testProcesses());
  const folder = join(testRun().folder, `cluster-${randomBytes(4).toString("hex")}`);
  const records = join(folder, "running");
  const processes = new Processes(records);
  processes.startWatchdog();
  try {
    return await startCluster({ processes, records, folder }, { settings: SETTINGS, ...options });
  } catch (error) {
    await processes.stopAll();
    throw error;
  }
}
