import { isBuilt } from "./build-fingerprint.mjs";
import { projectRoot } from "./paths.mjs";
import { showProgress, showSkipped } from "./progress.mjs";

/** @param {import("./processes.mjs").Processes} processes */
export async function buildIfNeeded(processes) {
  if (isBuilt()) return showSkipped("build", "up to date");
  await showProgress("build", "server and pages", () =>
    processes.runOrFail(process.execPath, ["scripts/build.mjs"], { cwd: projectRoot }),
  );
}
