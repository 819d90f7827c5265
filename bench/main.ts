/**
 * `npm run bench`: starts services of its own, measures, prints, and stops them. `npm run bench -- engine` runs
 * one part, and with `--publish` writes what it found into docs/benchmarks.md. Machines differ and are noisy:
 * read the ratios, which are of one run.
 */
import { spawnSync } from "node:child_process";
import { parseArgs } from "node:util";
import { enginePart } from "./engine";
import { fanOutPart } from "./fan-out";
import { locksPart } from "./locks";
import type { Part } from "./part";
import { loadBefore, publish } from "./publish";
import { startBenchServices } from "./services";
import { socketsPart } from "./sockets";
import { renderTable } from "./tables";

const PARTS: Part[] = [enginePart, socketsPart, locksPart, fanOutPart];

const { values: options, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: { publish: { type: "boolean", default: false } },
});
const unknown = wanted.filter((name) => !PARTS.some((part) => part.name === name));
if (unknown.length > 0) {
  console.error(
    `There is no part ${unknown.join(", ")}; there are ${PARTS.map(({ name }) => name).join(", ")}.`,
  );
  process.exit(1);
}
const chosen = PARTS.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
if (chosen.length === 1) for (const part of chosen) await runPart(part);
else for (const part of chosen) runAlone(part);

async function runPart(part: Part): Promise<void> {
  const services = await startBenchServices();
  try {
    const load = loadBefore();
    const findings = await part.run(services, (line) => process.stderr.write(`  … ${line}\n`));
    console.log(`\n## ${findings.title}\n\n${findings.text}\n`);
    for (const table of findings.tables) console.log(`${renderTable(table)}\n`);
    if (options.publish) publish(part.name, findings, load);
  } finally {
    await services.stop();
  }
}

/** In a process and on services that no other part has warmed, filled or tired. */
function runAlone({ name }: Part): void {
  const [, script = ""] = process.argv;
  const args = [...process.execArgv, script, name, ...(options.publish ? ["--publish"] : [])];
  const { status } = spawnSync(process.execPath, args, { stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}
