// Waits for the end of the run that started it, which it sees as the end of its standard input, and cleans
// up what that run could not: after a normal stop that is nothing, after a SIGKILL it is everything.
// Arguments: the folder of process records, and optionally a throw-away folder to remove.
import { rmSync } from "node:fs";
import { stopRecorded } from "./process-records.mjs";

const [records, throwAway] = process.argv.slice(2);
if (records === undefined) throw new Error("usage: watchdog.mjs <records> [throw-away folder]");

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => {});
process.stdin.resume();
process.stdin.once("close", async () => {
  await stopRecorded(records);
  rmSync(throwAway ?? records, { recursive: true, force: true });
});
