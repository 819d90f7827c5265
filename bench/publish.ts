/** A benchmark's findings in docs/benchmarks.md: the text, the tables and the plots, and where they were measured. */
import { mkdirSync, writeFileSync } from "node:fs";
import { loadavg } from "node:os";
import { join } from "node:path";
import { writeMarkedSection } from "#scripts/lib/marked-section";
import { projectRoot } from "#scripts/lib/paths";
import type { Findings } from "./benchmark";
import { machine } from "./machine";
import { renderTable } from "./tables";

const PAGE = join(projectRoot, "docs/benchmarks.md");
const PLOTS = join(projectRoot, "docs/benchmarks");

/** Taken before the benchmark runs: what the machine was doing besides. */
export function loadBefore(): string {
  return (loadavg()[0] ?? 0).toFixed(1);
}

export function publish(name: string, findings: Findings, load: string): void {
  mkdirSync(PLOTS, { recursive: true });
  for (const plot of findings.plots) writeFileSync(join(PLOTS, `${plot.name}.svg`), `${plot.svg}\n`);
  const measured = `Measured on ${new Date().toISOString().slice(0, 10)} by \`npm run bench -- ${name} --publish\`: ${machine()
    .map(({ value }) => value)
    .join(", ")}. The load average before it was ${load}.`;
  const content = [
    `## ${findings.title}`,
    findings.text,
    measured,
    ...findings.tables.map(renderTable),
    ...findings.plots.map(({ name: file, alt }) => `![${alt}](benchmarks/${file}.svg)`),
  ];
  writeMarkedSection(PAGE, name, content.join("\n\n"));
}
