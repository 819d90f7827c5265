// The stages of `npm test` and `npm run test:all`: each prints a line, what failed prints what it said, and all are
// counted for the last line.
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { dataDir, projectRoot } from "./paths.mjs";
import { showProgress } from "./progress.mjs";

const REPORT = join(dataDir, "test-report.json");

export class TestStages {
  passed = 0;
  failed = 0;
  #processes;

  /** @param {import("./processes.mjs").Processes} processes */
  constructor(processes) {
    this.#processes = processes;
  }

  /**
   * A stage that is right or wrong as a whole, and counts only if it is wrong.
   * @param {string} name
   * @param {string} doing
   * @param {string} command
   * @param {string[]} args
   */
  async check(name, doing, command, args) {
    const verdict = (/** @type {{ code: number | null }} */ { code }) => (code === 0 ? "" : ", failed");
    const { code, output } = await showProgress(name, doing, () => this.#run(command, args), verdict);
    if (code === 0) return true;
    console.log(`\n${output.trim()}\n`);
    this.failed += 1;
    return false;
  }

  /**
   * A stage that is one test.
   * @param {string} name
   * @param {string} doing
   * @param {string} command
   * @param {string[]} args
   */
  async test(name, doing, command, args) {
    if (await this.check(name, doing, command, args)) this.passed += 1;
  }

  /**
   * @param {string} name
   * @param {string} doing
   * @param {string[]} [more] arguments
   */
  vitest(name, doing, more = []) {
    const args = ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${REPORT}`, ...more];
    return this.#tests(name, doing, "vitest", args, {});
  }

  /**
   * @param {string} name
   * @param {string} doing
   * @param {Record<string, string>} env
   */
  playwright(name, doing, env) {
    const args = ["test", "--config=e2e", "--reporter=list,json"];
    return this.#tests(name, doing, "playwright", args, { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: REPORT });
  }

  exitWithCount() {
    console.log(`\n${this.passed} passed, ${this.failed} failed`);
    process.exit(this.failed === 0 ? 0 : 1);
  }

  /**
   * A stage of many tests, counted from the report of their runner.
   * @param {string} name
   * @param {string} doing
   * @param {string} command
   * @param {string[]} args
   * @param {Record<string, string>} env
   */
  async #tests(name, doing, command, args, env) {
    rmSync(REPORT, { force: true });
    const work = async () => {
      const { code, output } = await this.#run(command, args, env);
      const { passed, failed } = countReport();
      // A runner may fail without a failed test: a leak, a file that cannot be read.
      return { output, passed, failed: code === 0 ? failed : Math.max(failed, 1) };
    };
    const summary = (/** @type {{ passed: number, failed: number }} */ { passed, failed }) =>
      `, ${passed} passed, ${failed} failed`;
    const { output, passed, failed } = await showProgress(name, doing, work, summary);
    if (failed > 0) console.log(`\n${output.trim()}\n`);
    this.passed += passed;
    this.failed += failed;
  }

  /**
   * @param {string} command
   * @param {string[]} args
   * @param {Record<string, string>} [env]
   */
  #run(command, args, env) {
    const program = command === process.execPath ? command : join(projectRoot, "node_modules/.bin", command);
    return this.#processes.run(program, args, {
      cwd: projectRoot,
      env: { ...process.env, NODE_ENV: "test", ...env },
    });
  }
}

/** vitest and Playwright each have a form of their own. */
function countReport() {
  if (!existsSync(REPORT)) return { passed: 0, failed: 0 };
  const { numPassedTests, numFailedTests, stats } = JSON.parse(readFileSync(REPORT, "utf8"));
  if (stats) return { passed: stats.expected, failed: stats.unexpected + stats.flaky };
  return { passed: numPassedTests, failed: numFailedTests };
}
