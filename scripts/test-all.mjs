// `npm run test:all`: everything `npm test` has, and then what needs further servers, as far as they are installed.
// It names what is missing. `--install` installs that first, where this needs no question; `--after-test` leaves
// out what `npm test` has, for whoever has just run it.
import { join } from "node:path";
import { ExpectedFailure, explainFailure } from "./lib/expected-failure.mjs";
import { installLine, missingPrograms } from "./lib/optional-programs.mjs";
import { installByFirst } from "./lib/package-manager.mjs";
import { dataDir, makeFolder, projectRoot } from "./lib/paths.mjs";
import { clearOtherRuns, recordsOfThisRun } from "./lib/process-records.mjs";
import { Processes } from "./lib/processes.mjs";
import { showSkipped } from "./lib/progress.mjs";
import { stopOnRequest } from "./lib/stop-signals.mjs";
import { TestStages } from "./lib/test-stages.mjs";

const runs = join(dataDir, "testing-all");
const processes = new Processes(recordsOfThisRun(runs));
const stages = new TestStages(processes);

stopOnRequest(processes);

try {
  makeFolder(dataDir);
  const other = await clearOtherRuns(runs);
  if (other) throw new ExpectedFailure(`npm run test:all already runs in this folder (process ${other}).`);
  processes.startWatchdog();
  if (!process.argv.includes("--after-test")) await runNpmTest();
  if (process.argv.includes("--install") && missingPrograms().length > 0) {
    await installByFirst(processes, "servers", [installLine(missingPrograms())]);
  }
  const missing = missingPrograms();
  await stages.vitest("servers", "tests that need further servers", ["--config=vitest.optional.config.ts"]);
  const matrix = ["--import", "tsx", "proofs/matrix/main.ts", "--check", "--runs", "2", "--minutes", "6"];
  await stages.test("matrix", "every strategy under every fault, twice", process.execPath, matrix);
  if (missing.length > 0) {
    showSkipped("not run", `what needs ${missing.join(", ")}; to install: ${installLine(missing)}`);
  }
} catch (error) {
  console.error(`\n${explainFailure(error)}`);
  stages.failed += 1;
}
await processes.stopAll();
stages.exitWithCount();

/** Its own last line is counted. */
async function runNpmTest() {
  const { output } = await processes.run(process.execPath, ["scripts/test.mjs"], { cwd: projectRoot });
  console.log(output.trim());
  const [, passed, failed] = /(\d+) passed, (\d+) failed\s*$/.exec(output) ?? [];
  stages.passed += Number(passed ?? 0);
  stages.failed += Number(failed ?? 1);
}
