// `npm run docs:pictures`: makes again what the README shows, from the app as it is now: the pictures in
// docs/pictures/ and the measured table. It starts the built app on throw-away services.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { provideBrowser } from "./lib/browser.mjs";
import { explainFailure } from "./lib/expected-failure.mjs";
import { installArtillery, installDependencies } from "./lib/install-packages.mjs";
import { writeMarkedSection } from "./lib/marked-section.mjs";
import { dataDir, projectRoot } from "./lib/paths.mjs";
import { Processes } from "./lib/processes.mjs";
import { showProgress } from "./lib/progress.mjs";
import { stopOnRequest } from "./lib/stop-signals.mjs";
import { startThrowAwayApps, throwAwayFolder } from "./lib/throw-away-app.mjs";

const PICTURES = join(projectRoot, "docs/pictures");
const LOAD_TESTS = join(projectRoot, "load-tests");
const SIZE = { width: 1280, height: 800 };
/** The article's runs wait most of the time, so several wait at once, each on an app of its own. */
const APPS = 5;

const folder = throwAwayFolder();
const processes = new Processes(join(folder, "running"));
stopOnRequest(processes);

try {
  mkdirSync(dataDir, { recursive: true });
  processes.startWatchdog(folder);
  await makeAll();
} catch (error) {
  console.error(`\n${explainFailure(error)}`);
  process.exitCode = 1;
}
await processes.stopAll();
process.exit();

async function makeAll() {
  await installDependencies(processes);
  await installArtillery(processes, LOAD_TESTS);
  const browserPath = await provideBrowser(processes);
  const apps = await startThrowAwayApps(processes, folder, { count: APPS });
  const [app] = apps;
  if (!app) throw new Error("no app was started");
  await takePictures(app.url, browserPath);
  await measureTable(apps);
}

/** @param {import("./lib/throw-away-app.mjs").App[]} apps */
async function measureTable(apps) {
  const { register } = await import("tsx/esm/api");
  register();
  const { machine, newResults, runScenarios } = await import("#load-tests/all-runs");
  const { soldTable } = await import("#load-tests/report/sold-table");
  const deps = { processes, folder: LOAD_TESTS, results: newResults(LOAD_TESTS) };
  const runs = await runScenarios(deps, apps, ["article", "hot-seat"], { strategies: true, shared: false });
  const where = machine()
    .map(({ value }) => value)
    .join(", ");
  const note = `Counted in Postgres after each run of \`npm run load\`, on ${where}. The naive code's figures vary from run to run; the others' do not.`;
  writeMarkedSection(join(projectRoot, "README.md"), "measured", `${soldTable(runs)}\n\n${note}`);
}

/**
 * @param {string} url
 * @param {string} executablePath
 */
async function takePictures(url, executablePath) {
  mkdirSync(PICTURES, { recursive: true });
  const { chromium } = await import("playwright");
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  try {
    const context = await browser.newContext({
      baseURL: url,
      viewport: SIZE,
      colorScheme: "dark",
      locale: "en",
    });
    const page = await context.newPage();
    const take = (/** @type {string} */ name, /** @type {() => Promise<unknown>} */ show) =>
      showProgress("picture", name, async () => {
        await show();
        await page.evaluate(() => document.fonts.ready);
        await page.screenshot({ path: join(PICTURES, `${name}.png`), animations: "disabled" });
      });
    await take("front-page", () => page.goto("/", { waitUntil: "networkidle" }));
    await take("seat-map", () => showSeatMap(page, url));
    await take("lab", () => showRace(page));
  } finally {
    await browser.close();
  }
}

/**
 * A house half sold, with two seats of one's own on hold.
 * @param {import("playwright").Page} page
 * @param {string} url
 */
async function showSeatMap(page, url) {
  const { labels } = await (await fetch(`${url}/api/shows/demo/seats`)).json();
  for (const [at, seatId] of labels.entries()) {
    // Any fixed pattern will do, as long as the picture shows neighbours bought together.
    if (Math.sin(Math.floor(at / 2) * 7.3) < 0.35) continue;
    await fetch(`${url}/api/seats/book`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ seatId, userId: `picture-${at}` }),
    });
  }
  await page.goto("/shows/demo");
  await page.getByText(/^Live/).waitFor();
  for (const seat of ["seat 7", "seat 8"]) {
    await page.locator(`[role="gridcell"][aria-label^="Row E, ${seat},"]`).click();
  }
  await page.getByRole("timer").first().waitFor();
}

/**
 * The naive strategy beside the row lock, by a link that replays one race.
 * @param {import("playwright").Page} page
 */
async function showRace(page) {
  await page.goto("/lab?strategy=naive&against=row-lock&buyers=40&seed=42&replay=1");
  await page.getByRole("button", { name: "Race", exact: true }).waitFor({ timeout: 60_000 });
  const panel = page.locator("section[aria-labelledby]", { has: page.locator("canvas") }).first();
  await panel.evaluate((element) => element.scrollIntoView({ block: "start", behavior: "instant" }));
}
