/** The lab without its doors, on a database of its own: what a race and a game do, seen from the referee's chair. */
import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import path from "node:path";
import { build } from "esbuild";
import pg from "pg";
import {
  type RaceIncident,
  type RaceRequest,
  type RaceResult,
  type RaceStep,
  raceRequest,
} from "#contract/lab";
import type { Verdict } from "#contract/lab-strategies";
import { createInstances } from "#server/lab/instances";
import { createKeeper } from "#server/lab/keeper";
import { type RaceDeps, runRace } from "#server/lab/race";
import { createRedisFleet } from "#server/lab/redis-fleet";
import { createTestDatabase } from "#testing/database";

export interface FinishedRace {
  raceId: string;
  result: RaceResult;
  steps: RaceStep[];
  incidents: RaceIncident[];
}

export interface TestLab {
  deps: RaceDeps;
  db: pg.Pool;
  /** One signal for all its races, as the lab has it. */
  closing: AbortSignal;
  race(request: RaceRequest, limits?: { maxRaceMs: number }): Promise<FinishedRace>;
  close(): Promise<void>;
}

let races = 0;
let bundles = 0;

export async function openLab(redisServers = ["redis-server", "valkey-server"]): Promise<TestLab> {
  const [database, program] = await Promise.all([createTestDatabase(), bundleInstance()]);
  const db = new pg.Pool({ connectionString: database.url });
  const keeper = createKeeper();
  const fleet = createRedisFleet({ keeper, redisServers });
  const instances = createInstances({ keeper, onStderr: (text) => process.stderr.write(text), program });
  const deps: RaceDeps = { db, databaseUrl: database.url, fleet, instances };
  const closing = new AbortController().signal;
  return {
    deps,
    db,
    closing,
    async race(request, limits) {
      const asked = raceRequest.parse(request);
      races += 1;
      const raceId = `race-${races}`;
      const steps: RaceStep[] = [];
      const incidents: RaceIncident[] = [];
      const result = await runRace(
        { ...deps, ...limits },
        raceId,
        { ...asked, seed: asked.seed ?? races },
        {
          running: () => {},
          steps: (more) => void steps.push(...more),
          incident: (incident) => void incidents.push(incident),
          progress: () => {},
        },
        closing,
      );
      return { raceId, result, steps, incidents };
    },
    async close() {
      await instances.close();
      await fleet.close();
      keeper.close();
      await db.end();
      await database.drop();
      rmSync(program, { force: true });
    },
  };
}

/** As production runs it: a third of the time to start than from source. Beside node_modules, to find them. */
async function bundleInstance(): Promise<string> {
  bundles += 1;
  const outfile = path.resolve(`.data/lab/instance-${process.pid}-${bundles}.mjs`);
  const options = { bundle: true, packages: "external", platform: "node", format: "esm" } as const;
  await build({ ...options, entryPoints: ["server/lab/instance.ts"], outfile });
  return outfile;
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
    const ours = Number(ppid) === parent && args.join(" ").includes("lab/instance");
    return ours ? [{ pid: Number(pid), state: state.charAt(0) }] : [];
  });
}
