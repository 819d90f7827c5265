/** One run: the books are opened, Artillery sends the crowd, and the ledger is asked what came of it. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import type { Processes } from "../scripts/lib/processes.mjs";
import { type Case, judge, type Verdict } from "./judge/judge";
import { openBooks } from "./judge/opening";
import { settleHolds } from "./judge/settle";
import { answersIn, readTold, sightsIn, type Told } from "./judge/told";
import type { PlannedRun } from "./scenarios";

export interface RunDeps {
  processes: Processes;
  /** The folder of the scenario files. */
  folder: string;
  results: string;
}

export interface App {
  url: string;
  databaseUrl: string;
}

export interface FinishedRun {
  scenario: string;
  title: string;
  case: Case;
  startedAt: string;
  durationMs: number;
  verdict: Verdict;
  told: Told[];
  /** The seats of the shows it was about, in the order of their halls. */
  halls: { showId: string; seats: string[] }[];
}

export async function runOnce(deps: RunDeps, app: App, run: PlannedRun, name: string): Promise<FinishedRun> {
  const client = new pg.Client({ connectionString: app.databaseUrl });
  await client.connect();
  try {
    if (run.onDemoShow) await resetDemoShow(app.url);
    if (run.strategy) await warmUp(app.url, run.strategy);
    const opening = await openBooks(client);
    const startedAt = performance.now();
    const told = await sendCrowd(deps, app.url, run, name);
    const durationMs = performance.now() - startedAt;
    if (!run.onDemoShow) await settleHolds(client);
    const verdict = await judge(client, opening, told, run.case);
    return {
      scenario: run.scenario,
      title: run.title,
      case: run.case,
      startedAt: opening.at.toISOString(),
      durationMs,
      verdict,
      told,
      halls: await readHalls(client, [...new Set(told.map(({ showId }) => showId))]),
    };
  } finally {
    await client.end();
  }
}

async function readHalls(client: pg.Client, shows: string[]): Promise<FinishedRun["halls"]> {
  const { rows } = await client.query<{ showId: string; seats: string[] }>(
    `SELECT show_id AS "showId", array_agg(label ORDER BY seat) AS seats FROM seats
     WHERE show_id = ANY ($1::text[]) GROUP BY show_id ORDER BY show_id`,
    [shows],
  );
  return rows;
}

/** Whether the app sells by the lab's strategies, and whether it lets the demo show be reset at all. */
export async function askForDemo(target: string): Promise<{ reset: boolean; strategies: boolean }> {
  const reset = await fetch(`${target}/api/demo/reset`, { method: "POST" });
  if (!reset.ok) return { reset: false, strategies: false };
  const asked = await bookA1(target, "conditional-update");
  return { reset: true, strategies: asked.status === 200 };
}

async function resetDemoShow(target: string): Promise<void> {
  const answer = await fetch(`${target}/api/demo/reset`, { method: "POST" });
  if (!answer.ok) throw new Error(`The demo show could not be reset: ${answer.status}`);
}

/** The first sale by a strategy opens its connections and starts its Redis nodes; that is not what is measured. */
async function warmUp(target: string, strategy: string): Promise<void> {
  await bookA1(target, strategy);
  await resetDemoShow(target);
}

function bookA1(target: string, strategy: string): Promise<Response> {
  return fetch(`${target}/api/seats/book`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ seatId: "A1", userId: "warm-up", strategy }),
  });
}

async function sendCrowd(deps: RunDeps, target: string, run: PlannedRun, name: string): Promise<Told[]> {
  const toldFile = join(deps.results, `${name}.jsonl`);
  const environment = run.environment ? ["--environment", run.environment] : [];
  const { code, output } = await deps.processes.run(
    process.execPath,
    [
      join(deps.folder, "node_modules/artillery/bin/run"),
      "run",
      "--quiet",
      "--target",
      target,
      "--output",
      join(deps.results, `${name}.artillery.json`),
      ...environment,
      join(deps.folder, `${run.scenario}.yml`),
    ],
    {
      cwd: deps.folder,
      env: {
        ...process.env,
        ARTILLERY_DISABLE_TELEMETRY: "true",
        TOLD_FILE: toldFile,
        RUN_NAME: name,
        STRATEGY: run.strategy ?? "",
      },
    },
  );
  if (code !== 0) throw new Error(`Artillery ended with code ${code}:\n${output}`);
  const told = existsSync(toldFile) ? readTold(readFileSync(toldFile, "utf8")) : [];
  if (answersIn(told).length === 0 && sightsIn(told).length === 0)
    throw new Error(`Artillery said:\n${output}`);
  return told;
}
