/** The whole report as one page that needs nothing else: it opens from disk, and prints. */
import { escapeXml } from "../../bench/charts/frame";
import type { Circumstance } from "../../bench/machine";
import { figure } from "../../bench/tables";
import type { FinishedRun } from "../one-run";
import { plotsOfGroup, plotsOfRun } from "./plots";
import { type Summary, summarise } from "./summary";
import { captionOf, isHotSeat, tablesOf } from "./tables";

const STYLE = `
  :root { color-scheme: light dark; --ink: #0f172a; --soft: #475569; --line: #cbd5e1; --paper: #fff; --card: #f8fafc }
  @media (prefers-color-scheme: dark) { :root { --ink: #f1f5f9; --soft: #94a3b8; --line: #334155; --paper: #0b1120; --card: #111a2e } }
  body { margin: 0 auto; padding: 24px 16px 64px; max-width: 1100px; font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper) }
  h1 { font-size: 26px; margin: 0 0 4px } h2 { font-size: 19px; margin: 40px 0 8px } h3 { font-size: 15px; margin: 0 }
  p, li { color: var(--soft) } .scroll { overflow-x: auto }
  table { border-collapse: collapse; font-variant-numeric: tabular-nums; width: 100% }
  th, td { padding: 6px 10px; border-bottom: 1px solid var(--line); text-align: right; white-space: nowrap }
  th:first-child, td:first-child { text-align: left }
  .verdict { padding: 12px 16px; border-radius: 10px; border: 1px solid var(--line); background: var(--card); font-weight: 600 }
  .green { color: #059669 } .red { color: #dc2626 } .expected { color: #d97706 }
  details { border: 1px solid var(--line); border-radius: 10px; padding: 10px 14px; margin: 10px 0; background: var(--card) }
  summary { cursor: pointer } .plots { display: grid; grid-template-columns: repeat(auto-fit, minmax(300px, 1fr)); gap: 16px; margin-top: 12px }
  svg { width: 100%; height: auto }`;

export function renderPage(runs: FinishedRun[], circumstances: Circumstance[]): string {
  const red = runs.map(summarise).filter(({ colour }) => colour === "red");
  const groups = new Map<string, FinishedRun[]>();
  for (const run of runs) groups.set(captionOf(run), [...(groups.get(captionOf(run)) ?? []), run]);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Last Seat under load</title>
<style>${STYLE}</style>
</head>
<body>
<h1>Last Seat under load</h1>
<p>Counted in Postgres after each run, and joined with what every client was told.</p>
<p class="verdict ${red.length === 0 ? "green" : "red"}">${escapeXml(overall(runs.length, red))}</p>
${tablesOf(runs)
  .map(
    ({ caption, columns, rows }) => `<h2>${escapeXml(caption)}</h2>
<div class="scroll"><table><thead><tr>${columns.map((name) => `<th scope="col">${escapeXml(name)}</th>`).join("")}</tr></thead>
<tbody>${rows.map((row) => `<tr>${row.map((cell) => `<td>${escapeXml(cell)}</td>`).join("")}</tr>`).join("\n")}</tbody></table></div>`,
  )
  .join("\n")}
${[...groups].map(([caption, group]) => renderGroup(caption, group)).join("\n")}
<h2>Where this was measured</h2>
<ul>${circumstances.map(({ name, value }) => `<li>${escapeXml(name)}: ${escapeXml(value)}</li>`).join("")}</ul>
</body>
</html>
`;
}

export function overall(runs: number, red: Summary[]): string {
  if (red.length === 0) return `All ${runs} runs agree with the ledger.`;
  return `${red.length} of ${runs} runs FAILED: ${red.map(({ scenario, title }) => `${scenario} (${title})`).join(", ")}.`;
}

function renderGroup(caption: string, runs: FinishedRun[]): string {
  const [first] = runs;
  const together = first && isHotSeat(first) && runs.length > 1 ? plotsOfGroup(runs) : [];
  return `<h2>${escapeXml(caption)}</h2>
<div class="plots">${together.join("\n")}</div>
${runs.map((run) => renderRun(run, runs.length === 1)).join("\n")}`;
}

function renderRun(run: FinishedRun, open: boolean): string {
  const { colour, verdict, requests, success, failed, doubleBookings, p50Ms, p99Ms } = summarise(run);
  return `<details${open || colour === "red" ? " open" : ""}>
<summary><h3 style="display:inline">${escapeXml(run.title)}</h3>: ${requests} requests, ${success} sold, ${failed} not, ${doubleBookings} double bookings, p50 ${figure(p50Ms)} ms, p99 ${figure(p99Ms)} ms. <span class="${colour}">${escapeXml(verdict)}</span></summary>
<div class="plots">${plotsOfRun(run).join("\n")}</div>
</details>`;
}
