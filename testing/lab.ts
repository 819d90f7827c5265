/** The lab without its doors, on a database of its own: what a race and a game do, seen from the referee's chair. */
import { spawnSync } from "node:child_process";
import pg from "pg";
import {
  type RaceIncident,
  type RaceRequest,
  type RaceResult,
  type RaceStep,
  raceRequest,
} from "#contract/lab";
import { STRATEGIES, type Verdict } from "#contract/lab-strategies";
import type { History } from "#histories/history";
import { createEnsembles } from "#server/lab/ensembles/ensembles";
import { findLabServers } from "#server/lab/ensembles/lab-servers";
import { createInstancePool } from "#server/lab/processes/instance-pool";
import { createWatchdog } from "#server/lab/processes/watchdog";
import { type RaceDeps, type RaceListener, runRace } from "#server/lab/races/run-race";
import { createRedisFleet } from "#server/lab/redis/redis-fleet";
import { createTestDatabase } from "#testing/database";
import { testRun } from "#testing/run";

/** Those that need no further server: `npm test` runs them on every machine. */
export const STRATEGIES_EVERYWHERE = STRATEGIES.filter(({ server }) => server === undefined);

export interface FinishedRace {
  raceId: string;
  result: RaceResult;
  steps: RaceStep[];
  incidents: RaceIncident[];
  history: History;
}

export interface TestLab {
  deps: RaceDeps;
  db: pg.Pool;
  /** One signal for all its races, as the lab has it. */
  closing: AbortSignal;
  race(request: RaceRequest, other?: Partial<RaceDeps & RaceListener>): Promise<FinishedRace>;
  close(): Promise<void>;
}

let races = 0;

export async function openLab(redisServers = ["redis-server", "valkey-server"]): Promise<TestLab> {
  const database = await createTestDatabase();
  const db = new pg.Pool({ connectionString: database.url });
  const watchdog = createWatchdog();
  const labServers = findLabServers(true);
  const fleet = createRedisFleet({ watchdog, redisServers, labServers });
  const ensembles = createEnsembles({ watchdog, labServers });
  const instances = createInstancePool({
    watchdog,
    onStderr: (text) => process.stderr.write(text),
    program: testRun().programs.instance,
  });
  const deps: RaceDeps = { db, databaseUrl: database.url, fleet, ensembles, instances };
  const closing = new AbortController().signal;
  return {
    deps,
    db,
    closing,
    async race(request, other) {
      const asked = raceRequest.parse(request);
      races += 1;
      const raceId = `race-${races}`;
      const steps: RaceStep[] = [];
      const incidents: RaceIncident[] = [];
      let history: History = { version: 1, operations: [] };
      const result = await runRace(
        { ...deps, ...other },
        raceId,
        { ...asked, seed: asked.seed ?? races },
        {
          running: () => {},
          steps: (more) => void steps.push(...more),
          incident: (incident) => void incidents.push(incident),
          progress: () => {},
          history: (seen) => {
            history = seen;
          },
          ...other,
        },
        closing,
      );
      return { raceId, result, steps, incidents, history };
    },
    async close() {
      await instances.close();
      await Promise.all([fleet.close(), ensembles.close()]);
      watchdog.close();
      await db.end();
      await database.drop();
    },
  };
}

/** Another node's race, which goes on until it is released or its node falls silent: meanwhile all others wait in line. */
export async function occupyLab(db: pg.Pool) {
  races += 1;
  const raceId = `occupied-${races}`;
  await db.query(
    `INSERT INTO lab_races (race_id, settings, status, requests, node, alive_at)
     VALUES ($1, '{"strategy": "naive", "seed": 1}', 'running', 2, 'another node', 'infinity')`,
    [raceId],
  );
  return {
    raceId,
    release: () => db.query("DELETE FROM lab_races WHERE race_id = $1", [raceId]),
    fallSilent: () =>
      db.query("UPDATE lab_races SET alive_at = clock_timestamp() - interval '1 minute' WHERE race_id = $1", [
        raceId,
      ]),
  };
}

/** Straight from the table, without the lab's own queries. */
export async function verdictBySql(db: pg.Pool, raceId: string): Promise<Verdict> {
  const { rows } = await db.query<{ sales: number }>(
    `SELECT ((SELECT count(*) FROM lab_sales WHERE race_id = $1)
           + (SELECT count(*) FROM booking_seats WHERE show_id = 'lab-' || $1))::int AS sales`,
    [raceId],
  );
  const sales = rows[0]?.sales ?? 0;
  return sales === 0 ? "sold-none" : sales === 1 ? "sold-once" : "sold-many";
}

/** How the kernel sees the instances this process has started: S sleeping, R running, T stopped. */
export function instanceStates(): string[] {
  return instanceProcesses(process.pid).map(({ state }) => state);
}

export function instanceProcesses(parent: number): { pid: number; state: string }[] {
  const { stdout } = spawnSync("ps", ["-A", "-o", "ppid=,pid=,stat=,args="], { encoding: "utf8" });
  return stdout.split("\n").flatMap((line) => {
    const [ppid, pid, state = "", ...args] = line.trim().split(/\s+/);
    const ours = Number(ppid) === parent && args.join(" ").includes("lab/processes/instance");
    return ours ? [{ pid: Number(pid), state: state.charAt(0) }] : [];
  });
}
