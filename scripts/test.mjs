// `npm test`: from a fresh clone through every check there is, to one last line: `N passed, N failed`.
// Each stage also has a script of its own in package.json.
import { join } from "node:path";
import { provideBrowser } from "./lib/browser.mjs";
import { ExpectedFailure, explainFailure } from "./lib/expected-failure.mjs";
import { installDependencies } from "./lib/install-packages.mjs";
import { dataDir, makeFolder } from "./lib/paths.mjs";
import { clearOtherRuns, recordsOfThisRun } from "./lib/process-records.mjs";
import { Processes } from "./lib/processes.mjs";
import { installRedis, noRedis } from "./lib/provide-redis.mjs";
import { findRedisServer } from "./lib/redis.mjs";
import { stopOnRequest } from "./lib/stop-signals.mjs";
import { TestStages } from "./lib/test-stages.mjs";

const runs = join(dataDir, "testing");
const processes = new Processes(recordsOfThisRun(runs));
const stages = new TestStages(processes);

stopOnRequest(processes);

try {
  makeFolder(dataDir);
  const other = await clearOtherRuns(runs);
  if (other) throw new ExpectedFailure(`npm test already runs in this folder (process ${other}).`);
  processes.startWatchdog();
  await installDependencies(processes);
  if (!(findRedisServer() ?? (await installRedis(processes)))) throw noRedis();
  const browser = await provideBrowser(processes);

  await stages.check("format", "format and lint with Biome", "biome", ["ci", "."]);
  await stages.check("types", "types with tsc", "tsc", []);
  await stages.vitest("tests", "unit and integration tests with vitest");
  const build = ["scripts/build.mjs", "--if-needed"];
  if (await stages.check("build", "the server and the pages", process.execPath, build)) {
    await stages.playwright("end to end", `Playwright in ${browser}`, { CHROMIUM_PATH: browser });
  }
} catch (error) {
  console.error(`\n${explainFailure(error)}`);
  stages.failed += 1;
}
await processes.stopAll();
stages.exitWithCount();
