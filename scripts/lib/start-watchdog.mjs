import { spawn } from "node:child_process";
import { join } from "node:path";
import { projectRoot } from "./paths.mjs";

/**
 * Cleans up after this process even if it is killed: a process of its own that sees our end. In a group of its own,
 * so that Ctrl-C in our terminal does not end it before us.
 * @param {string} records the folder in which processes are written down
 * @param {string} [throwAway] a folder to remove as well
 */
export function startWatchdog(records, throwAway) {
  const args = [join(projectRoot, "scripts/lib/watchdog.mjs"), records, ...(throwAway ? [throwAway] : [])];
  const watchdog = spawn(process.execPath, args, { detached: true, stdio: ["pipe", "ignore", "ignore"] });
  watchdog.on("error", () => {});
  watchdog.stdin.on("error", () => {});
  watchdog.unref();
  return watchdog;
}
