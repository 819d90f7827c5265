// Runs a TypeScript program that starts services of its own: first whatever it needs on a fresh clone.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { basename, dirname, join } from "node:path";
import { installDependencies } from "./install-packages.mjs";
import { dataDir, makeFolder, projectRoot } from "./paths.mjs";
import { recordsOfThisRun } from "./process-records.mjs";
import { Processes } from "./processes.mjs";
import { installRedis, noRedis } from "./provide-redis.mjs";
import { findRedisServer } from "./redis.mjs";

/**
 * @param {string} program from the project's root
 * @param {string[]} args
 * @returns {Promise<number>} its exit code
 */
export async function runFromClone(program, args) {
  makeFolder(dataDir);
  const processes = new Processes(recordsOfThisRun(join(dataDir, basename(dirname(program)))));
  await installDependencies(processes);
  if (!(findRedisServer() ?? (await installRedis(processes)))) throw noRedis();
  const child = spawn(process.execPath, ["--import", "tsx", program, ...args], {
    cwd: projectRoot,
    stdio: "inherit",
  });
  // Ctrl-C reaches it as well: it stops its services itself.
  process.on("SIGINT", () => {});
  process.on("SIGTERM", () => child.kill("SIGTERM"));
  const [code] = await once(child, "exit");
  return code ?? 1;
}
