/** One run: the books are opened, Artillery sends the crowd, and the ledger is asked what came of it. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { printHistory } from "../histories/history";
import type { Processes } from "../scripts/lib/processes.mjs";
import { answersIn, type ClientNote, readClientNotes, screensIn } from "./judge/client-notes";
import { type Case, judge, type Verdict } from "./judge/judge";
import { readStartingState } from "./judge/starting-state";
import { waitForLapsedHolds } from "./judge/wait-for-lapsed-holds";
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
  notes: ClientNote[];
  /** The seats of the shows it was about, in the order of their auditoriums. */
  auditoriums: { showId: string; seats: string[] }[];
}

export async function runOnce(deps: RunDeps, app: App, run: PlannedRun, name: string): Promise<FinishedRun> {
  const client = new pg.Client({ connectionString: app.databaseUrl });
  await client.connect();
  try {
    if (run.onDemoShow) await resetDemoShow(app.url);
    if (run.strategy) await warmUp(app.url, run.strategy);
    const start = await readStartingState(client);
    const startedAt = performance.now();
    const notes = await sendCrowd(deps, app.url, run, name);
    const durationMs = performance.now() - startedAt;
    if (!run.onDemoShow) await waitForLapsedHolds(client);
    const { history, ...verdict } = await judge(client, start, notes, run.case);
    writeFileSync(join(deps.results, `${name}.history.json`), printHistory(history));
    return {
      scenario: run.scenario,
      title: run.title,
      case: run.case,
      startedAt: start.at.toISOString(),
      durationMs,
      verdict,
      notes,
      auditoriums: await readAuditoriums(client, [...new Set(notes.map(({ showId }) => showId))]),
    };
  } finally {
    await client.end();
  }
}

async function readAuditoriums(client: pg.Client, shows: string[]): Promise<FinishedRun["auditoriums"]> {
  const { rows } = await client.query<{ showId: string; seats: string[] }>(
    `SELECT show_id AS "showId", array_agg(label ORDER BY seat) AS seats FROM seats
     WHERE show_id = ANY ($1::text[]) GROUP BY show_id ORDER BY show_id`,
    [shows],
  );
  return rows;
}

/** Whether the app sells by the lab's strategies, and whether it lets the demo show be reset at all. */
export async function probeDemo(target: string): Promise<{ reset: boolean; strategies: boolean }> {
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

async function sendCrowd(
  deps: RunDeps,
  target: string,
  run: PlannedRun,
  name: string,
): Promise<ClientNote[]> {
  const notesFile = join(deps.results, `${name}.jsonl`);
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
        NOTES_FILE: notesFile,
        RUN_NAME: name,
        STRATEGY: run.strategy ?? "",
      },
    },
  );
  if (code !== 0) throw new Error(`Artillery ended with code ${code}:\n${output}`);
  const notes = existsSync(notesFile) ? readClientNotes(readFileSync(notesFile, "utf8")) : [];
  if (answersIn(notes).length === 0 && screensIn(notes).length === 0)
    throw new Error(`Artillery said:\n${output}`);
  return notes;
}
