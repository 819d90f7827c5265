import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ExpectedFailure } from "#scripts/lib/expected-failure";
import { clearOtherRuns, identityOf, recordedProcesses } from "#scripts/lib/process-records";
import { Processes } from "#scripts/lib/processes";
import { until } from "#testing/until";

/** Stays until it is told to stop, and says so in a file whose name sorts by the time of its end. */
const OBEDIENT = `process.on("SIGTERM", () => {
  require("node:fs").writeFileSync(process.argv[1] + "/ended-" + process.hrtime.bigint() + "-" + process.argv[2], "");
  process.exit(0);
});
setInterval(() => {}, 1000);
require("node:fs").writeFileSync(process.argv[1] + "/started-" + process.argv[2], "");`;
const STUBBORN = OBEDIENT.replace(/process\.exit\(0\);/, "");

/** As Postgres and a session of it that is frozen. */
const PARENT_OF_FROZEN = `const { pid } = require("node:child_process").spawn("sleep", ["1000"], { detached: true });
process.kill(pid, "SIGSTOP");
require("node:fs").writeFileSync(process.argv[1] + "/child-" + pid, "");
${STUBBORN}`;

let folder: string;
let records: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "last-seat-processes-"));
  records = join(folder, "running", "1-1");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("processes are stopped in the opposite order of their start", async () => {
  const processes = new Processes(records);
  for (const name of ["postgres", "redis", "server"]) await start(processes, name);
  await processes.stopAll();
  expect(ended()).toEqual(["server", "redis", "postgres"]);
  expect(recordedProcesses(records)).toEqual([]);
});

test("a process that does not stop in time is killed", async () => {
  const processes = new Processes(records);
  const { exited } = await start(processes, "stubborn", { program: STUBBORN, stopWithinMs: 100 });
  await processes.stopAll();
  expect(await exited).toEqual({ code: null, signal: "SIGKILL" });
});

test("a process that is killed leaves no frozen child behind, not even one with a group of its own", async () => {
  const processes = new Processes(records);
  const { pid } = await start(processes, "parent", { program: PARENT_OF_FROZEN, stopWithinMs: 100 });
  const child = Number(
    readdirSync(folder)
      .find((name) => name.startsWith("child-"))
      ?.slice("child-".length),
  );
  expect(identityOf(child)).toBeDefined();
  await processes.stopAll();
  expect(identityOf(pid)).toBeUndefined();
  await until("it is gone", () => identityOf(child) === undefined);
});

test("somebody who insists need not wait", async () => {
  const processes = new Processes(records);
  const { exited } = await start(processes, "stubborn", { program: STUBBORN, stopWithinMs: 60_000 });
  const stopped = processes.stopAll();
  processes.stopAtOnce();
  await stopped;
  expect(await exited).toEqual({ code: null, signal: "SIGKILL" });
});

test("a command that fails ends its stage with what it said", async () => {
  const processes = new Processes(records);
  const failing = processes.runOrFail(process.execPath, ["-e", "console.log('why'); process.exit(3)"]);
  await expect(failing).rejects.toThrow(ExpectedFailure);
  await expect(failing).rejects.toThrow(/^why\n(.|\n)*code 3$/);
});

test("what a killed run leaves is stopped by its watchdog, in order", async () => {
  const run = await startRun({ watched: true });
  process.kill(run.pid, "SIGKILL");
  await until("the watchdog has cleaned up", () => !existsSync(run.records));
  expect(ended()).toEqual(["server", "redis"]);
});

test("what a killed run and its watchdog leave is stopped by the next run", async () => {
  const run = await startRun({ watched: false });
  expect(await clearOtherRuns(join(folder, "running"))).toBe(run.pid);
  process.kill(run.pid, "SIGKILL");
  await until("the run is gone", () => identityOf(run.pid) === undefined);
  expect(ended()).toEqual([]);
  expect(await clearOtherRuns(join(folder, "running"))).toBeUndefined();
  expect(ended()).toEqual(["server", "redis"]);
  expect(existsSync(run.records)).toBe(false);
});

async function start(processes: Processes, name: string, { program = OBEDIENT, stopWithinMs = 10_000 } = {}) {
  const running = processes.start(name, process.execPath, ["-e", program, folder, name], { stopWithinMs });
  await until(`${name} has started`, () => existsSync(join(folder, `started-${name}`)));
  return running;
}

/** A run in a process of its own, which can be killed. */
async function startRun({ watched }: { watched: boolean }) {
  const script = `
    import { Processes } from ${JSON.stringify(new URL("./processes.mjs", import.meta.url).href)};
    import { recordsOfThisRun } from ${JSON.stringify(new URL("./process-records.mjs", import.meta.url).href)};
    const records = recordsOfThisRun(${JSON.stringify(join(folder, "running"))});
    const processes = new Processes(records);
    ${watched ? "processes.startWatchdog();" : ""}
    for (const name of ["redis", "server"]) {
      processes.start(name, process.execPath, ["-e", ${JSON.stringify(OBEDIENT)}, ${JSON.stringify(folder)}, name]);
    }
    console.log(records);
    setInterval(() => {}, 1000);`;
  const run = spawn(process.execPath, ["--input-type=module", "-e", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = await once(run.stdout, "data");
  for (const name of ["redis", "server"]) {
    await until(`${name} has started`, () => existsSync(join(folder, `started-${name}`)));
  }
  return { pid: run.pid ?? 0, records: String(line).trim() };
}

function ended(): string[] {
  const files = readdirSync(folder).filter((name) => name.startsWith("ended-"));
  return files.sort().map((name) => name.split("-")[2] ?? "");
}
