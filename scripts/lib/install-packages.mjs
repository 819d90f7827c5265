import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "./paths.mjs";
import { showProgress, showSkipped } from "./progress.mjs";

/**
 * Installs what package-lock.json says, development packages too (NODE_ENV=production would leave them out),
 * unless it is already there.
 * @param {import("./processes.mjs").Processes} processes
 */
export async function installDependencies(processes) {
  if (isInstalled(projectRoot)) return showSkipped("dependencies", "installed");
  await showProgress("dependencies", "installing with npm ci", () =>
    processes.runOrFail("npm", ["ci", "--include=dev"], { cwd: projectRoot }),
  );
}

/**
 * Artillery is a package of its own. It would fetch a browser that nothing here uses.
 * @param {import("./processes.mjs").Processes} processes
 * @param {string} folder
 */
export async function installArtillery(processes, folder) {
  if (isInstalled(folder)) return showSkipped("Artillery", "installed");
  await showProgress("Artillery", "installing with npm ci (some 460 MB, once)", () =>
    processes.runOrFail("npm", ["ci", "--no-audit", "--no-fund"], {
      cwd: folder,
      env: { ...process.env, PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: "1" },
    }),
  );
}

/**
 * npm leaves a lockfile of what it really installed in node_modules, at the very end.
 * @param {string} folder
 */
function isInstalled(folder) {
  const wanted = packagesIn(folder, "package-lock.json");
  const present = packagesIn(folder, "node_modules/.package-lock.json");
  return Object.entries(wanted).every(([path, { version, optional }]) => {
    // An optional package may be for another system. The empty path is the project itself.
    return path === "" || (optional && !present[path]) || present[path]?.version === version;
  });
}

/**
 * @param {string} folder
 * @param {string} lockfile
 * @returns {Record<string, { version: string, optional?: boolean }>}
 */
function packagesIn(folder, lockfile) {
  const path = join(folder, lockfile);
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")).packages : {};
}
