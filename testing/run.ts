/**
 * What the processes of one test run share. The set-up makes it and puts it into the environment, from which
 * the test workers, which are other processes, read it.
 */
import { join } from "node:path";
import type { PostgresPlace } from "#scripts/lib/postgres-binaries";
import { Processes } from "#scripts/lib/processes";
import type { Programs } from "#testing/bundle";

const VARIABLE = "LAST_SEAT_TEST_RUN";

export interface TestRun {
  /** Everything the run writes; removed at its end. */
  folder: string;
  /** The shared Postgres, for those who may create databases. */
  databaseUrl: string;
  /** A stopped cluster whose database is migrated and seeded. */
  template: PostgresPlace;
  programs: Programs;
  /** Where test databases are made instead, and the database they are cloned from. */
  citus?: { servers: string[]; template: string } | undefined;
}

let processes: Processes | undefined;

export function testRun(): TestRun {
  const shared = process.env[VARIABLE];
  if (!shared) throw new Error("testing/set-up.ts has not run");
  return JSON.parse(shared);
}

export function shareTestRun(run: TestRun): void {
  process.env[VARIABLE] = JSON.stringify(run);
}

/** Processes started with these are stopped at the end of the run at the latest, even if it is killed. */
export function testProcesses(): Processes {
  processes ??= new Processes(recordsIn(testRun().folder));
  return processes;
}

export function recordsIn(folder: string): string {
  return join(folder, "running");
}
