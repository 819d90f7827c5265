// `npm run test:node -- 24`: starts Last Seat on another Node.js, as `npm start` does, and runs `npm test` on it. With a
// command after the number only that is run: `npm run test:node -- 24 npx vitest run server/guard`.
import { existsSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { ExpectedFailure, explainFailure } from "./lib/expected-failure.mjs";
import { dataDir, makeFolder, projectRoot } from "./lib/paths.mjs";
import { freePort } from "./lib/ports.mjs";
import { recordsOfThisRun } from "./lib/process-records.mjs";
import { Processes } from "./lib/processes.mjs";
import { showProgress, showSkipped } from "./lib/progress.mjs";
import { stopOnRequest } from "./lib/stop-signals.mjs";

/** It drains, then stops Redis and Postgres. */
const STOPS_WITHIN_MS = 60_000;

const [version = "", ...command] = process.argv.slice(2);
const processes = new Processes(recordsOfThisRun(join(dataDir, "testing-on-node")));
stopOnRequest(processes);

try {
  if (!/^\d+(\.\d+)*$/.test(version)) {
    throw new ExpectedFailure("Which Node.js? For example: npm run test:node -- 24");
  }
  makeFolder(dataDir);
  processes.startWatchdog();
  const node = await provideNode();
  const env = { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH}` };
  if (command.length === 0) {
    await showProgress("start", "from here to the front page and back", () => startAndStop(node, env));
    command.push(node, "scripts/test.mjs");
  }
  const [program = "", ...args] = command;
  const { code } = await processes.run(program, args, { cwd: projectRoot, env, stdio: "inherit" });
  process.exitCode = code ?? 1;
} catch (error) {
  console.error(`\n${explainFailure(error)}`);
  process.exitCode = 1;
}
await processes.stopAll();

/** The program, which npm has as a package. */
async function provideNode() {
  const folder = join(dataDir, "node", version);
  const node = join(folder, "node_modules/node/bin/node");
  if (existsSync(node)) showSkipped("Node.js", version);
  else {
    await showProgress("Node.js", `installing ${version}`, () =>
      processes.runOrFail("npm", ["install", "--prefix", folder, "--no-save", `node@${version}`]),
    );
  }
  return node;
}

/**
 * @param {string} node
 * @param {NodeJS.ProcessEnv} env
 */
async function startAndStop(node, env) {
  const port = await freePort();
  const running = processes.start("Last Seat", node, ["scripts/start.mjs"], {
    cwd: projectRoot,
    env: { ...env, PORT: String(port) },
    stdio: ["ignore", "pipe", "pipe"],
    stopSignal: "SIGINT",
    stopWithinMs: STOPS_WITHIN_MS,
  });
  let said = "";
  const { stdout, stderr } = running.child;
  const open = new Promise((/** @type {(open: boolean) => void} */ resolve) => {
    for (const stream of [stdout, stderr]) {
      stream?.setEncoding("utf8").on("data", (text) => {
        said += text;
        if (said.includes("Last Seat is open")) resolve(true);
      });
    }
    running.exited.then(() => resolve(false));
  });
  if (!(await open)) throw new ExpectedFailure(`It did not start:\n${said}`);
  const page = await fetch(`http://localhost:${port}/`);
  await running.stop();
  const { code } = await running.exited;
  if (!page.ok || code !== 0) {
    throw new ExpectedFailure(
      `The front page answered ${page.status}, the start ended with ${code}:\n${said}`,
    );
  }
}
