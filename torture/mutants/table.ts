/** docs/mutants.md: what noticed each breakage, and after how long. A run of some replaces the lines of these. */
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { projectRoot } from "#scripts/lib/paths";
import { MUTANTS } from "./mutants";
import type { Caught } from "./run-mutants";

const FILE = join(projectRoot, "docs/mutants.md");
const BEGIN = "<!-- mutants -->";
const END = "<!-- /mutants -->";

/** `loads` are the load averages of a minute, seen when the run began and after each hunt. */
export function writeTable(results: Caught[], loads: number[]): void {
  const text = readFileSync(FILE, "utf8");
  const [head, rest = ""] = text.split(BEGIN);
  const [table = "", foot = ""] = rest.split(END);
  const lines = new Map(
    table
      .split("\n")
      .filter((line) => line.startsWith("| `"))
      .map((line) => [/^\| `([^`]+)`/.exec(line)?.[1], line]),
  );
  for (const { mutant, by, seconds } of results) {
    const noticed = by === null ? "**nothing: it survived**" : by.replaceAll("|", "/");
    lines.set(mutant.name, `| \`${mutant.name}\` | ${mutant.breaks} | ${noticed} | ${seconds} |`);
  }
  const rows = MUTANTS.flatMap(({ name }) => lines.get(name) ?? []);
  const header = "| mutant | what is broken | what noticed it | after s |\n| :-- | :-- | :-- | --: |";
  const shown = `${describeRun(results.length, loads)}\n\n${header}\n${rows.join("\n")}`;
  writeFileSync(FILE, `${head}${BEGIN}\n\n${shown}\n\n${END}${foot}`);
  execFileSync(join(projectRoot, "node_modules/.bin/biome"), ["format", "--write", FILE]);
}

function describeRun(hunted: number, loads: number[]): string {
  const [least, most] = [Math.min(...loads), Math.max(...loads)].map((load) => load.toFixed(1));
  const machine = `${cpus().length} × ${cpus()[0]?.model ?? "unknown"}`;
  const date = new Date().toISOString().slice(0, 10);
  return `The last run, of ${hunted} of ${MUTANTS.length}: ${date}, Node.js ${process.version}, ${machine}, load average ${least} to ${most}. The source as it is passed the same tests and the same torture first.`;
}
