// `npm run bench`: what bench/main.ts needs on a fresh clone, then bench/main.ts. It starts services of its own.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { installDependencies } from "./lib/install.mjs";
import { dataDir, projectRoot } from "./lib/paths.mjs";
import { Processes } from "./lib/processes.mjs";
import { installRedis, noRedis } from "./lib/provide-redis.mjs";
import { ownRecords } from "./lib/records.mjs";
import { findRedisServer } from "./lib/redis.mjs";
import { explain } from "./lib/stage.mjs";

try {
  mkdirSync(dataDir, { recursive: true });
  const processes = new Processes(ownRecords(join(dataDir, "bench")));
  await installDependencies(processes);
  if (!(findRedisServer() ?? (await installRedis(processes)))) throw noRedis();
  const args = ["--import", "tsx", "bench/main.ts", ...process.argv.slice(2)];
  const bench = spawn(process.execPath, args, { cwd: projectRoot, stdio: "inherit" });
  // Ctrl-C reaches it as well: it stops its services itself.
  process.on("SIGINT", () => {});
  process.on("SIGTERM", () => bench.kill("SIGTERM"));
  const [code] = await once(bench, "exit");
  process.exitCode = code ?? 1;
} catch (error) {
  console.error(`\n${explain(error)}`);
  process.exitCode = 1;
}
