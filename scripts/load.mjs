// `npm run load`: sends crowds at the app with Artillery and lets the ledger say what came of it. By itself it
// starts the built app on throw-away services; `npm run load -- --target URL` uses one that runs, and
// `npm run load -- hot-seat spread` runs some scenarios only. Ends with a code other than 0 when anything the
// clients were told disagrees with Postgres.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ExpectedFailure, explainFailure } from "./lib/expected-failure.mjs";
import { installArtillery, installDependencies } from "./lib/install-packages.mjs";
import { dataDir, projectRoot } from "./lib/paths.mjs";
import { Processes } from "./lib/processes.mjs";
import { showSkipped } from "./lib/progress.mjs";
import { stopOnRequest } from "./lib/stop-signals.mjs";
import { startThrowAwayApps, throwAwayFolder } from "./lib/throw-away-app.mjs";

/** Short enough that holds which nobody confirms lapse while the crowd is still there. */
const HOLD_TTL_MS = 5_000;
/** The article's runs are mostly waiting: so many strategies wait at a time, each on an app of its own. */
const APPS = 5;

const folder = throwAwayFolder();
const processes = new Processes(join(folder, "running"));
const startedAt = performance.now();

stopOnRequest(processes);

try {
  mkdirSync(dataDir, { recursive: true });
  processes.startWatchdog(folder);
  process.exitCode = (await load()) ? 0 : 1;
} catch (error) {
  console.error(`\n${explainFailure(error)}`);
  process.exitCode = 1;
}
await processes.stopAll();
console.log(`${process.exitCode === 0 ? "Passed" : "FAILED"} after ${seconds()} s`);
process.exit();

async function load() {
  const { values, positionals } = readArguments();
  console.log("Last Seat under load");
  await installDependencies(processes);
  // The rest is TypeScript, which needs what was just installed.
  const { register } = await import("tsx/esm/api");
  register();
  const { probeDemo, isScenarioName, machine, runAndReport, SCENARIO_NAMES } = await import(
    "#load-tests/all-runs"
  );
  const unknown = positionals.filter((name) => !isScenarioName(name));
  if (unknown.length > 0) {
    throw new ExpectedFailure(
      `There is no scenario ${unknown.join(", ")}. There are: ${SCENARIO_NAMES.join(", ")}.`,
    );
  }
  const scenarios = positionals.length > 0 ? positionals.filter(isScenarioName) : SCENARIO_NAMES;
  const given = values.target === undefined ? undefined : givenApp(values.target);
  await installArtillery(processes, join(projectRoot, "load-tests"));
  const apps = given ? [given] : await startOwnApps(scenarios.includes("article") ? APPS : 1);
  const [app] = apps;
  if (!app) throw new Error("no app was started");
  const demo = await probeDemo(app.url).catch((error) => {
    throw new ExpectedFailure(`Nothing answers at ${app.url}: ${error.message}`);
  });
  if (!demo.reset) throw new ExpectedFailure("These crowds buy without paying: start that app with DEMO=on.");
  if (!demo.strategies)
    showSkipped("strategies", "this app does not offer them: only the box office is tested");
  return runAndReport(
    { processes, folder: join(projectRoot, "load-tests") },
    apps,
    scenarios,
    { strategies: demo.strategies, shared: given !== undefined },
    [...machine(), { name: "App", value: given ? app.url : "the build, on throw-away Postgres and Redis" }],
  );
}

/** @param {number} count */
function startOwnApps(count) {
  return startThrowAwayApps(processes, folder, { count, settings: { HOLD_TTL_MS: String(HOLD_TTL_MS) } });
}

function readArguments() {
  try {
    return parseArgs({ allowPositionals: true, options: { target: { type: "string" } } });
  } catch (error) {
    throw new ExpectedFailure(`${error instanceof Error ? error.message : error}
Usage: npm run load [-- SCENARIO …] [-- --target URL]`);
  }
}

/**
 * A running app can be asked over HTTP, but the verdict is Postgres's: without it there is none.
 * @param {string} target
 */
function givenApp(target) {
  const databaseUrl = process.env.DATABASE_URL;
  if (!URL.canParse(target))
    throw new ExpectedFailure(`--target ${target} is not an address such as http://localhost:3000`);
  if (!databaseUrl) {
    throw new ExpectedFailure(
      "The verdict comes from Postgres, not from the app: with --target, DATABASE_URL must name the app's database.\n" +
        `  DATABASE_URL=postgres://user:password@host:5432/database npm run load -- --target ${target}`,
    );
  }
  return { url: target.replace(/\/$/, ""), databaseUrl };
}

function seconds() {
  return ((performance.now() - startedAt) / 1000).toFixed(0);
}
