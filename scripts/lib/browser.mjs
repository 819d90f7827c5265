// A Chromium for the end-to-end tests: the headless shell where there is one. It has no window to draw, and opens a
// page of ours for a third of the processor's time: 0.8 s instead of 2.6 s where pixels are drawn in software.
import { spawnSync } from "node:child_process";
import { ExpectedFailure } from "./expected-failure.mjs";
import { findCommand, isProgram } from "./find-command.mjs";
import { installPackage } from "./package-manager.mjs";
import { projectRoot } from "./paths.mjs";
import { showProgress } from "./progress.mjs";

const SHELL = "chromium-headless-shell";
const INSTALLED = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];
const MAC = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome";

/**
 * The one that is named, or a headless shell, or any that is installed. Undefined: there is none yet.
 * @returns {Promise<string | undefined>}
 */
export async function findBrowser() {
  const named = process.env.CHROMIUM_PATH;
  if (named) {
    if (isProgram(named) && works(named)) return named;
    throw new ExpectedFailure(
      `CHROMIUM_PATH is ${JSON.stringify(named)}: that is not a Chromium which can be run.`,
    );
  }
  const shell = firstThatWorks([findCommand([SHELL])]) ?? (await fetchedShell());
  return shell ?? firstThatWorks([...INSTALLED.map((name) => findCommand([name])), MAC]);
}

/**
 * The same, and if there is none, one is fetched by Playwright or installed by the package manager.
 * @param {import("./processes.mjs").Processes} processes
 */
export async function provideBrowser(processes) {
  const browser =
    (await findBrowser()) ?? (await fetchBrowser(processes)) ?? (await installBrowser(processes));
  if (browser) return browser;
  throw new ExpectedFailure(`A Chromium is needed for the end-to-end tests, and none could be found or installed. Any of these will do:
  - name one: CHROMIUM_PATH=/path/to/chromium npm test
  - install one: apt-get install chromium-headless-shell, dnf install chromium, or Google Chrome
  - let Playwright fetch one: npx playwright install --with-deps --only-shell chromium`);
}

/** @param {import("./processes.mjs").Processes} processes */
async function fetchBrowser(processes) {
  const playwright = ["node_modules/playwright/cli.js", "install", "--only-shell", "chromium"];
  await showProgress("browser", "none found, running: playwright install --only-shell chromium", () =>
    processes.run(process.execPath, playwright, { cwd: projectRoot }),
  );
  return findBrowser();
}

/** @param {import("./processes.mjs").Processes} processes */
async function installBrowser(processes) {
  return (await installPackage(processes, "chromium")) ? findBrowser() : undefined;
}

/** Playwright finds the shell it has fetched by itself, and names it only by starting it. */
async function fetchedShell() {
  const { chromium } = await import("playwright");
  try {
    const server = await chromium.launchServer();
    await server.close();
    return server.process().spawnfile;
  } catch {
    return undefined;
  }
}

/** @param {(string | undefined)[]} paths */
function firstThatWorks(paths) {
  return paths.find((path) => path !== undefined && isProgram(path) && works(path));
}

/** @param {string} path */
function works(path) {
  return spawnSync(path, ["--version"], { timeout: 20_000 }).status === 0;
}
