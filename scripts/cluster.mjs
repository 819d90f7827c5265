// `npm run cluster`: the whole of it on one machine (cluster/), with a view that shows every part and keys to kill, freeze
// and bring back each. `npm run cluster -- prove` breaks it under buyers and judges by what survives.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { ExpectedFailure, explainFailure } from "./lib/expected-failure.mjs";
import { installDependencies } from "./lib/install-packages.mjs";
import { dataDir } from "./lib/paths.mjs";
import { clearOtherRuns, recordsOfThisRun } from "./lib/process-records.mjs";
import { Processes } from "./lib/processes.mjs";
import { stopOnRequest } from "./lib/stop-signals.mjs";

const folder = join(dataDir, "cluster");
const runs = join(folder, "running");
const records = recordsOfThisRun(runs);
const processes = new Processes(records);
/** @type {(() => Promise<void>) | undefined} */
let stopCluster;

stopOnRequest(processes, async (why) => {
  console.log(`\n${why}: stopping …`);
  await (stopCluster ? stopCluster() : processes.stopAll());
  console.log("Stopped.");
});

try {
  mkdirSync(folder, { recursive: true });
  const other = await clearOtherRuns(runs);
  if (other) throw new ExpectedFailure(`A cluster already runs in this folder (process ${other}).`);
  processes.startWatchdog();
  await installDependencies(processes);
  // The rest is TypeScript, which needs what was just installed.
  const { register } = await import("tsx/esm/api");
  register();
  const { runCluster } = await import("#cluster/main");
  process.exitCode = await runCluster({ processes, records, folder }, process.argv.slice(2), (stop) => {
    stopCluster = stop;
  });
} catch (error) {
  if (!processes.stopping) {
    console.error(`\n${explainFailure(error)}`);
    process.exitCode = 1;
  }
}
if (!processes.stopping) {
  await (stopCluster ? stopCluster() : processes.stopAll());
  process.exit();
}
