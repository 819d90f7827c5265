/**
 * The set-up of vitest and of Playwright alike: a throw-away Postgres for the whole run, migrated and seeded
 * once, and the server's processes, bundled once. Test files take a clone of that database (database.ts), of the
 * whole cluster (postgres.ts), and a Redis of their own (redis.ts). Whatever they leave behind fails the run.
 */
import { randomBytes } from "node:crypto";
import { chmodSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrateDatabase } from "#db/migrate";
import { seedDatabase } from "#db/seed";
import { createCluster, startCluster, THROW_AWAY } from "#scripts/lib/postgres";
import { preparePostgres } from "#scripts/lib/postgres-binaries";
import { recordedProcesses } from "#scripts/lib/process-records";
import { Processes } from "#scripts/lib/processes";
import { bundlePrograms } from "#testing/bundle";
import { createTemplate, dropDatabases, findServers } from "#testing/citus";
import { leftoverTestDatabases } from "#testing/database";
import { copyCluster } from "#testing/postgres";
import { recordsIn, shareTestRun, testRun } from "#testing/run";

export default function setUp(): Promise<() => Promise<void>> {
  return setUpServices();
}

/** With the address of a Citus, test databases are spread over it. */
export async function setUpServices(citusUrl?: string): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), "last-seat-test-"));
  // When root runs the tests, another user runs Postgres and must be able to pass through here.
  chmodSync(folder, 0o711);
  const processes = new Processes(recordsIn(folder));
  processes.startWatchdog(folder);
  try {
    const postgres = await startSharedPostgres(processes, folder);
    const citus = citusUrl ? await prepareCitus(citusUrl) : undefined;
    if (citus) shareTestRun({ ...testRun(), databaseUrl: citus.servers[0] ?? "", citus });
    return async () => {
      const left = recordedProcesses(recordsIn(folder)).filter(({ entry }) => entry.pid !== postgres.pid);
      const leaks = [...left.map(({ entry }) => entry.name), ...(await leftoverTestDatabases())];
      if (citus) await dropDatabases(citus.servers, citus.template);
      await processes.stopAll();
      if (leaks.length === 0) return;
      // vitest reports what a teardown throws, but does not fail for it.
      process.exitCode = 1;
      throw new Error(`The tests left behind: ${leaks.join(", ")}`);
    };
  } catch (error) {
    await processes.stopAll();
    throw error;
  }
}

async function prepareCitus(citusUrl: string) {
  const servers = await findServers(citusUrl);
  const template = `template_${randomBytes(4).toString("hex")}`;
  await createTemplate(servers, template);
  return { servers, template };
}

async function startSharedPostgres(processes: Processes, folder: string) {
  const programs = await bundlePrograms(folder);
  const template = await preparePostgres(join(folder, "template"));
  await createCluster(processes, template);
  const first = await startCluster(processes, template, { settings: THROW_AWAY });
  await migrateDatabase(first.url);
  await seedDatabase(first.url);
  await first.stop();
  const place = await copyCluster(processes, template, join(folder, "shared"));
  const shared = await startCluster(processes, place, { settings: THROW_AWAY });
  shareTestRun({ folder, template, programs, databaseUrl: shared.url });
  return shared;
}
