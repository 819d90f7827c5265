// `npm run reset`: forgets .data/, and the folder outside of the clone in which root keeps its Postgres.
import { lstatSync, readlinkSync, rmSync } from "node:fs";
import { join } from "node:path";
import { dataDir } from "./lib/paths.mjs";
import { clearOtherRuns } from "./lib/process-records.mjs";

const running =
  (await clearOtherRuns(join(dataDir, "running"))) ??
  (await clearOtherRuns(join(dataDir, "cluster", "running")));
if (running) {
  console.error(`Last Seat runs in this folder (process ${running}). Stop it first.`);
  process.exit(1);
}
const postgres = join(dataDir, "postgres");
if (lstatSync(postgres, { throwIfNoEntry: false })?.isSymbolicLink()) {
  rmSync(readlinkSync(postgres), { recursive: true, force: true });
}
rmSync(dataDir, { recursive: true, force: true });
console.log("The data is gone. The next start begins anew.");
