/** A Postgres of a test's own, to be restarted, frozen and killed: a copy of the run's seeded cluster. */
import { randomBytes } from "node:crypto";
import { chownSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startCluster, THROW_AWAY } from "#scripts/lib/postgres";
import type { PostgresPlace } from "#scripts/lib/postgres-binaries";
import { childrenOf } from "#scripts/lib/process-records";
import type { Processes } from "#scripts/lib/processes";
import { testProcesses, testRun } from "#testing/run";

export interface TestPostgres {
  /** Of a migrated and seeded database; the same after a restart. */
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  /** Ends sessions and shuts down cleanly. */
  stop(): Promise<void>;
  /** SIGKILL, as by the kernel when memory is short. What was not flushed is recovered at the next start. */
  kill(): Promise<void>;
  /** After stop or kill: the same data on the same port. */
  start(): Promise<void>;
  /** Freezes the server and all its sessions (SIGSTOP). */
  pause(): void;
  resume(): void;
  /** Stops it for good and forgets its data. */
  remove(): Promise<void>;
}

export interface PostgresOptions {
  /** Postgres's own, such as `{ fsync: "on" }`; by default the data is not worth a flush. */
  settings?: Record<string, string>;
  /** It follows this one, under the name `standby`: both began as the same copy. */
  standbyOf?: TestPostgres;
}

export async function startPostgres(options: PostgresOptions = {}): Promise<TestPostgres> {
  const processes = testProcesses();
  const { folder, template } = testRun();
  const place = await copyCluster(
    processes,
    template,
    join(folder, `postgres-${randomBytes(4).toString("hex")}`),
  );
  const settings: Record<string, string> = { ...THROW_AWAY, ...options.settings };
  if (options.standbyOf) {
    writeFileSync(join(place.home, "data", "standby.signal"), "");
    settings.primary_conninfo = `${options.standbyOf.url}?application_name=standby`;
  }
  let running = await startCluster(processes, place, { settings });
  const { url, port } = running;

  return {
    url,
    port,
    get pid() {
      return running.pid;
    },
    stop: () => running.stop(),
    kill: async () => {
      process.kill(running.pid, "SIGKILL");
      await running.exited;
    },
    start: async () => {
      running = await startCluster(processes, place, { settings, port });
    },
    pause: () => signalAll(running.pid, "SIGSTOP"),
    resume: () => signalAll(running.pid, "SIGCONT"),
    remove: async () => {
      await running.stop();
      rmSync(place.home, { recursive: true, force: true });
    },
  };
}

/** Copied by the user who will own it: Postgres insists on owning its data. */
export async function copyCluster(
  processes: Processes,
  from: PostgresPlace,
  home: string,
): Promise<PostgresPlace> {
  mkdirSync(home, { mode: 0o700 });
  if (from.user) chownSync(home, from.user.uid, from.user.gid);
  const parts = ["data", "password"].map((part) => join(from.home, part));
  await processes.runOrFail("cp", ["-Rp", ...parts, home], { cwd: "/", ...from.user });
  return { ...from, home };
}

function signalAll(postmaster: number, signal: NodeJS.Signals): void {
  for (const pid of [postmaster, ...childrenOf(postmaster)]) process.kill(pid, signal);
}
