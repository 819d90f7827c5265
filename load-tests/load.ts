/** All runs one after another, each with its line of progress; then the table, the report and the verdict. */
import { mkdirSync } from "node:fs";
import { join, relative } from "node:path";
import { renderTable } from "../bench/tables";
import { stage } from "../scripts/lib/stage.mjs";
import type { Circumstance } from "./report/circumstances";
import { oneLine, summarise } from "./report/summary";
import { tablesOf } from "./report/tables";
import { writeReport } from "./report/write";
import { type FinishedRun, type RunDeps, runOnce } from "./run";
import { type Circumstances, planRuns, type ScenarioName } from "./scenarios";

export { askForDemo } from "./run";
export { isScenarioName, SCENARIO_NAMES } from "./scenarios";

/** Answers whether every run came out as it must. */
export async function runAll(
  deps: Omit<RunDeps, "results">,
  names: readonly ScenarioName[],
  circumstances: Circumstances,
  measuredOn: Circumstance[],
): Promise<boolean> {
  const results = join(deps.folder, "results", new Date().toISOString().slice(0, 19).replaceAll(":", ""));
  mkdirSync(results, { recursive: true });
  const finished: FinishedRun[] = [];
  for (const [at, run] of planRuns(names, circumstances).entries()) {
    const work = () =>
      runOnce({ ...deps, results }, run, `${String(at + 1).padStart(2, "0")}-${run.scenario}`);
    finished.push(await stage(run.scenario, run.title, work, oneLine));
  }
  writeReport(results, finished, measuredOn);
  for (const table of tablesOf(finished)) console.log(`\n${renderTable(table)}`);
  const red = finished.map(summarise).filter(({ colour }) => colour === "red");
  for (const { scenario, title, verdict } of red) console.log(`\n${scenario}, ${title}: ${verdict}`);
  console.log(`\nThe report: ${relative(process.cwd(), join(results, "report.html"))} (and .md, .json)`);
  return red.length === 0;
}
