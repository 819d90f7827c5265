import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "./paths.mjs";
import { skipped, stage } from "./stage.mjs";

/**
 * Installs what package-lock.json says, development packages too (NODE_ENV=production would leave them out),
 * unless it is already there.
 * @param {import("./processes.mjs").Processes} processes
 */
export async function installDependencies(processes) {
  if (isInstalled()) return skipped("dependencies", "installed");
  await stage("dependencies", "installing with npm ci", () =>
    processes.runOrRefuse("npm", ["ci", "--include=dev"], { cwd: projectRoot }),
  );
}

/** npm leaves a lockfile of what it really installed in node_modules, at the very end. */
function isInstalled() {
  const wanted = packagesIn("package-lock.json");
  const present = packagesIn("node_modules/.package-lock.json");
  return Object.entries(wanted).every(([path, { version, optional }]) => {
    // An optional package may be for another system. The empty path is the project itself.
    return path === "" || (optional && !present[path]) || present[path]?.version === version;
  });
}

/**
 * @param {string} lockfile
 * @returns {Record<string, { version: string, optional?: boolean }>}
 */
function packagesIn(lockfile) {
  const path = join(projectRoot, lockfile);
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")).packages : {};
}
