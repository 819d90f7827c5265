// `npm run load`: sends crowds at the app with Artillery and lets the ledger say what came of it. By itself it
// starts the built app on throw-away services; `npm run load -- --target URL` uses one that runs, and
// `npm run load -- hot-seat spread` runs some scenarios only. Ends with a code other than 0 when anything the
// clients were told disagrees with Postgres.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { installArtillery, installDependencies } from "./lib/install.mjs";
import { dataDir, projectRoot } from "./lib/paths.mjs";
import { Processes } from "./lib/processes.mjs";
import { explain, Refusal, skipped } from "./lib/stage.mjs";
import { onStop } from "./lib/stop.mjs";
import { startThrowAwayApps, throwAwayFolder } from "./lib/throw-away-app.mjs";

/** Short enough that holds which nobody confirms lapse while the crowd is still there. */
const HOLD_TTL_MS = 5_000;
/** The article's runs are mostly waiting: so many strategies wait at a time, each on an app of its own. */
const APPS = 5;

const folder = throwAwayFolder();
const processes = new Processes(join(folder, "running"));
const startedAt = performance.now();

onStop(
  async () => {
    process.exitCode = 1;
    await processes.stopAll();
  },
  () => processes.hurry(),
);

try {
  mkdirSync(dataDir, { recursive: true });
  processes.watch(folder);
  process.exitCode = (await load()) ? 0 : 1;
} catch (error) {
  console.error(`\n${explain(error)}`);
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
  const { askForDemo, isScenarioName, machine, runAndReport, SCENARIO_NAMES } = await import(
    "#load-tests/load"
  );
  const unknown = positionals.filter((name) => !isScenarioName(name));
  if (unknown.length > 0) {
    throw new Refusal(`There is no scenario ${unknown.join(", ")}. There are: ${SCENARIO_NAMES.join(", ")}.`);
  }
  const scenarios = positionals.length > 0 ? positionals.filter(isScenarioName) : SCENARIO_NAMES;
  const given = values.target === undefined ? undefined : givenApp(values.target);
  await installArtillery(processes, join(projectRoot, "load-tests"));
  const apps = given ? [given] : await startOwnApps(scenarios.includes("article") ? APPS : 1);
  const [app] = apps;
  if (!app) throw new Error("no app was started");
  const demo = await askForDemo(app.url).catch((error) => {
    throw new Refusal(`Nothing answers at ${app.url}: ${error.message}`);
  });
  if (!demo.reset && scenarios.some((name) => name === "article" || name === "hot-seat")) {
    throw new Refusal(
      "article and hot-seat sell the demo show's A1 again and again: start that app with DEMO=on,\n" +
        "or run the others only: npm run load -- spread sockets on-sale --target URL",
    );
  }
  if (!demo.strategies) skipped("strategies", "this app does not offer them: only the box office is tested");
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
    throw new Refusal(`${error instanceof Error ? error.message : error}
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
    throw new Refusal(`--target ${target} is not an address such as http://localhost:3000`);
  if (!databaseUrl) {
    throw new Refusal(
      "The verdict comes from Postgres, not from the app: with --target, DATABASE_URL must name the app's database.\n" +
        `  DATABASE_URL=postgres://user:password@host:5432/database npm run load -- --target ${target}`,
    );
  }
  return { url: target.replace(/\/$/, ""), databaseUrl };
}

function seconds() {
  return ((performance.now() - startedAt) / 1000).toFixed(0);
}
