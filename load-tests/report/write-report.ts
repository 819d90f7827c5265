/** The report in three forms: JSON to compare, Markdown to paste, a page to look at. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Circumstance } from "../../bench/machine";
import { renderTable } from "../../bench/tables";
import type { FinishedRun } from "../one-run";
import { measure } from "./measures";
import { overall, renderPage } from "./page";
import { summarise } from "./summary";
import { tablesOf } from "./tables";

export function writeReport(folder: string, runs: FinishedRun[], circumstances: Circumstance[]): void {
  writeFileSync(join(folder, "report.json"), JSON.stringify(toJson(runs, circumstances), null, 2));
  writeFileSync(join(folder, "report.md"), toMarkdown(runs, circumstances));
  writeFileSync(join(folder, "report.html"), renderPage(runs, circumstances));
}

function toJson(runs: FinishedRun[], circumstances: Circumstance[]) {
  return {
    circumstances,
    runs: runs.map((run) => {
      const { notes: _notes, auditoriums: _auditoriums, ...rest } = run;
      return { ...rest, summary: summarise(run), measures: measure(run) };
    }),
  };
}

function toMarkdown(runs: FinishedRun[], circumstances: Circumstance[]): string {
  const summaries = runs.map(summarise);
  const red = summaries.filter(({ colour }) => colour === "red");
  const notes = summaries
    .filter(({ colour }) => colour !== "green")
    .map(({ scenario, title, verdict }) => `- ${scenario}, ${title}: ${verdict}`);
  return [
    "# Last Seat under load",
    overall(runs.length, red),
    ...tablesOf(runs).map(renderTable),
    ...(notes.length > 0 ? [notes.join("\n")] : []),
    circumstances.map(({ name, value }) => `- ${name}: ${value}`).join("\n"),
    "",
  ].join("\n\n");
}
