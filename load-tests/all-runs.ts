/** All runs, each with its line of progress; then the table, the report and the verdict. */
import { mkdirSync } from "node:fs";
import { join, relative } from "node:path";
import type { Circumstance } from "../bench/machine";
import { renderTable } from "../bench/tables";
import { showProgress } from "../scripts/lib/progress.mjs";
import { type App, type FinishedRun, type RunDeps, runOnce } from "./one-run";
import { linesOf, summarise } from "./report/summary";
import { tablesOf } from "./report/tables";
import { writeReport } from "./report/write-report";
import { type Circumstances, type PlannedRun, planRuns, type ScenarioName } from "./scenarios";

export { machine } from "../bench/machine";
export { probeDemo } from "./one-run";
export { isScenarioName, SCENARIO_NAMES } from "./scenarios";

/** Runs, prints and writes the report, and answers whether every run came out as it must. */
export async function runAndReport(
  deps: Omit<RunDeps, "results">,
  apps: readonly App[],
  names: readonly ScenarioName[],
  circumstances: Circumstances,
  measuredOn: Circumstance[],
): Promise<boolean> {
  const results = newResults(deps.folder);
  const finished = await runScenarios({ ...deps, results }, apps, names, circumstances);
  writeReport(results, finished, measuredOn);
  for (const table of tablesOf(finished)) console.log(`\n${renderTable(table)}`);
  const red = finished.map(summarise).filter(({ colour }) => colour === "red");
  for (const { scenario, title, verdict } of red) console.log(`\n${scenario}, ${title}: ${verdict}`);
  console.log(`\nThe report: ${relative(process.cwd(), join(results, "report.html"))} (and .md, .json)`);
  return red.length === 0;
}

export function newResults(folder: string): string {
  const results = join(folder, "results", new Date().toISOString().slice(0, 19).replaceAll(":", ""));
  mkdirSync(results, { recursive: true });
  return results;
}

export function runScenarios(
  deps: RunDeps,
  apps: readonly App[],
  names: readonly ScenarioName[],
  circumstances: Circumstances,
): Promise<FinishedRun[]> {
  return runPlanned(deps, apps, planRuns(names, circumstances));
}

/** Paced runs side by side, one on each app; all others one after another, on the first. */
async function runPlanned(deps: RunDeps, apps: readonly App[], runs: PlannedRun[]): Promise<FinishedRun[]> {
  const finished: FinishedRun[] = [];
  const waiting = runs.map((run, at) => ({
    run,
    name: `${String(at + 1).padStart(2, "0")}-${run.scenario}-${run.title.replaceAll(/\W+/g, "-")}`,
  }));
  while (waiting[0]) {
    const paced = waiting.findIndex(({ run }) => !run.paced);
    const sideBySide = Math.min(apps.length, paced < 0 ? waiting.length : paced);
    const together = waiting.splice(0, Math.max(1, sideBySide));
    const work = () =>
      Promise.all(
        apps.slice(0, together.length).flatMap((app, at) => {
          const one = together[at];
          return one ? [runOnce(deps, app, one.run, one.name)] : [];
        }),
      );
    const titles = together.map(({ run }) => run.title).join(", ");
    finished.push(...(await showProgress(together[0]?.run.scenario ?? "", titles, work, linesOf)));
  }
  return finished;
}
