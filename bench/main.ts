/**
 * `npm run bench`: starts services of its own, measures, prints, and stops them. `npm run bench -- engine` runs
 * one benchmark, and with `--publish` writes what it found into docs/benchmarks.md. Machines differ and are noisy:
 * read the ratios, which are of one run.
 */
import { spawnSync } from "node:child_process";
import { parseArgs } from "node:util";
import type { Benchmark } from "./benchmark";
import { engineBenchmark } from "./engine";
import { fanOutBenchmark } from "./fan-out";
import { growthBenchmark } from "./growth";
import { locksBenchmark } from "./locks";
import { loadBefore, publish } from "./publish";
import { startBenchServices } from "./services";
import { shardsBenchmark } from "./shards";
import { socketsBenchmark } from "./sockets";
import { renderTable } from "./tables";

const BENCHMARKS: Benchmark[] = [
  engineBenchmark,
  socketsBenchmark,
  locksBenchmark,
  fanOutBenchmark,
  growthBenchmark,
  shardsBenchmark,
];

const { values: options, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: { publish: { type: "boolean", default: false } },
});
const unknown = wanted.filter((name) => !BENCHMARKS.some((benchmark) => benchmark.name === name));
if (unknown.length > 0) {
  console.error(
    `There is no benchmark ${unknown.join(", ")}; there are ${BENCHMARKS.map(({ name }) => name).join(", ")}.`,
  );
  process.exit(1);
}
const lacking = BENCHMARKS.filter(({ name, needs }) => wanted.includes(name) && needs?.());
for (const { name, needs } of lacking) console.error(`The benchmark ${name} needs ${needs?.()}.`);
if (lacking.length > 0) process.exit(1);
const chosen = BENCHMARKS.filter(
  ({ name, needs }) => wanted.includes(name) || (wanted.length === 0 && !needs?.()),
);
if (chosen.length === 1) for (const benchmark of chosen) await runBenchmark(benchmark);
else for (const benchmark of chosen) runAlone(benchmark);

async function runBenchmark(benchmark: Benchmark): Promise<void> {
  const services = await startBenchServices();
  try {
    const load = loadBefore();
    const findings = await benchmark.run(services, (line) => process.stderr.write(`  … ${line}\n`));
    console.log(`\n## ${findings.title}\n\n${findings.text}\n`);
    for (const table of findings.tables) console.log(`${renderTable(table)}\n`);
    const { failures = [] } = findings;
    for (const failure of failures) console.error(`FAILED ${failure}`);
    if (failures.length > 0) process.exitCode = 1;
    else if (options.publish) publish(benchmark.name, findings, load);
  } finally {
    await services.stop();
  }
}

/** In a process and on services that no other benchmark has warmed, filled or tired. */
function runAlone({ name }: Benchmark): void {
  const [, script = ""] = process.argv;
  const args = [...process.execArgv, script, name, ...(options.publish ? ["--publish"] : [])];
  const { status } = spawnSync(process.execPath, args, { stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}
