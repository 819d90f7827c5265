// `npm test`: from a fresh clone through every check there is, to one last line: `N passed, N failed`.
// Each stage also has a script of its own in package.json.
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { provideBrowser } from "./lib/browser.mjs";
import { installDependencies } from "./lib/install.mjs";
import { dataDir, makeFolder, projectRoot } from "./lib/paths.mjs";
import { Processes } from "./lib/processes.mjs";
import { installRedis, noRedis } from "./lib/provide-redis.mjs";
import { clearOtherRuns, ownRecords } from "./lib/records.mjs";
import { findRedisServer } from "./lib/redis.mjs";
import { explain, Refusal, stage } from "./lib/stage.mjs";
import { onStop } from "./lib/stop.mjs";

const REPORT = join(dataDir, "test-report.json");
const runs = join(dataDir, "testing");
const processes = new Processes(ownRecords(runs));
const total = { passed: 0, failed: 0 };

onStop(
  async () => {
    process.exitCode = 1;
    await processes.stopAll();
  },
  () => processes.hurry(),
);

try {
  makeFolder(dataDir);
  const other = await clearOtherRuns(runs);
  if (other) throw new Refusal(`npm test already runs in this folder (process ${other}).`);
  processes.watch();
  await installDependencies(processes);
  if (!(findRedisServer() ?? (await installRedis(processes)))) throw noRedis();
  const browser = await provideBrowser(processes);

  await check("format", "format and lint with Biome", "biome", ["ci", "."]);
  await check("types", "types with tsc", "tsc", []);
  const vitest = ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${REPORT}`];
  await tests("tests", "unit and integration tests with vitest", "vitest", vitest);
  const build = ["scripts/build.mjs", "--if-needed"];
  if (await check("build", "the server and the pages", process.execPath, build)) {
    const playwright = ["test", "--config=e2e", "--reporter=list,json"];
    const env = { CHROMIUM_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_FILE: REPORT };
    await tests("end to end", `Playwright in ${browser}`, "playwright", playwright, env);
  }
} catch (error) {
  console.error(`\n${explain(error)}`);
  total.failed += 1;
}
await processes.stopAll();
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 ? 0 : 1);

/**
 * A stage that is right or wrong as a whole.
 * @param {string} name
 * @param {string} doing
 * @param {string} command
 * @param {string[]} args
 */
async function check(name, doing, command, args) {
  const { code, output } = await stage(name, doing, () => run(command, args), verdict);
  if (code === 0) return true;
  console.log(`\n${output.trim()}\n`);
  total.failed += 1;
  return false;

  function verdict(/** @type {{ code: number | null }} */ { code }) {
    return code === 0 ? "" : ", failed";
  }
}

/**
 * A stage of many tests, counted from the report of their runner.
 * @param {string} name
 * @param {string} doing
 * @param {string} command
 * @param {string[]} args
 * @param {Record<string, string>} [env]
 */
async function tests(name, doing, command, args, env) {
  rmSync(REPORT, { force: true });
  const work = async () => {
    const { code, output } = await run(command, args, env);
    const { passed, failed } = countReport();
    // A runner may fail without a failed test: a leak, a file that cannot be read.
    return { output, passed, failed: code === 0 ? failed : Math.max(failed, 1) };
  };
  const summary = (/** @type {typeof total} */ { passed, failed }) => `, ${passed} passed, ${failed} failed`;
  const { output, passed, failed } = await stage(name, doing, work, summary);
  if (failed > 0) console.log(`\n${output.trim()}\n`);
  total.passed += passed;
  total.failed += failed;
}

/**
 * @param {string} command
 * @param {string[]} args
 * @param {Record<string, string>} [env]
 */
function run(command, args, env) {
  const program = command === process.execPath ? command : join(projectRoot, "node_modules/.bin", command);
  return processes.run(program, args, {
    cwd: projectRoot,
    env: { ...process.env, NODE_ENV: "test", ...env },
  });
}

/** vitest and Playwright each have a form of their own. */
function countReport() {
  if (!existsSync(REPORT)) return { passed: 0, failed: 0 };
  const { numPassedTests, numFailedTests, stats } = JSON.parse(readFileSync(REPORT, "utf8"));
  if (stats) return { passed: stats.expected, failed: stats.unexpected + stats.flaky };
  return { passed: numPassedTests, failed: numFailedTests };
}
