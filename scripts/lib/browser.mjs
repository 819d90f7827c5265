// A Chromium for the end-to-end tests.
import { spawnSync } from "node:child_process";
import { findCommand, isProgram } from "./commands.mjs";
import { installPackage } from "./package-manager.mjs";
import { projectRoot } from "./paths.mjs";
import { Refusal, stage } from "./stage.mjs";

const INSTALLED = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];
const MAC = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome";

/**
 * The one that is named, installed, or fetched by Playwright before. Undefined: there is none yet.
 * @returns {Promise<string | undefined>}
 */
export async function findBrowser() {
  const named = process.env.CHROMIUM_PATH;
  if (named) {
    if (isProgram(named) && works(named)) return named;
    throw new Refusal(`CHROMIUM_PATH is ${JSON.stringify(named)}: that is not a Chromium which can be run.`);
  }
  const { chromium } = await import("playwright");
  const candidates = [...INSTALLED.map((name) => findCommand([name])), MAC, chromium.executablePath()];
  return candidates.find((path) => path !== undefined && isProgram(path) && works(path));
}

/**
 * The same, and if there is none, one is fetched by Playwright or installed by the package manager.
 * @param {import("./processes.mjs").Processes} processes
 */
export async function provideBrowser(processes) {
  const browser =
    (await findBrowser()) ?? (await fetchBrowser(processes)) ?? (await installBrowser(processes));
  if (browser) return browser;
  throw new Refusal(`A Chromium is needed for the end-to-end tests, and none could be found or installed. Any of these will do:
  - name one: CHROMIUM_PATH=/path/to/chromium npm test
  - install one: apt-get install chromium, dnf install chromium, or Google Chrome
  - let Playwright fetch one: npx playwright install --with-deps chromium`);
}

/** @param {import("./processes.mjs").Processes} processes */
async function fetchBrowser(processes) {
  const playwright = ["node_modules/playwright/cli.js", "install", "chromium"];
  await stage("browser", "none found, running: playwright install chromium", () =>
    processes.run(process.execPath, playwright, { cwd: projectRoot }),
  );
  return findBrowser();
}

/** @param {import("./processes.mjs").Processes} processes */
async function installBrowser(processes) {
  return (await installPackage(processes, "chromium")) ? findBrowser() : undefined;
}

/** @param {string} path */
function works(path) {
  return spawnSync(path, ["--version"], { timeout: 20_000 }).status === 0;
}
