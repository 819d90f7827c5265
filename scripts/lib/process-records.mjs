// Every process a run starts is written down as one small file, and crossed out when it has ended. Whoever
// must clean up reads the same files: the run itself, its watchdog when the run was killed, or the next
// start when the machine lost power. One file a process, so several processes of a run may write at once.
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

/**
 * @typedef {object} ProcessRecord
 * @property {string} name
 * @property {number} pid
 * @property {string} identity what identityOf said when it was started: a reused pid has another
 * @property {NodeJS.Signals} stopSignal
 * @property {number} stopWithinMs after which it is killed
 * @property {boolean} group whether its whole process group is signalled
 */

let recorded = 0;

/**
 * @param {string} folder
 * @param {Omit<ProcessRecord, "identity">} entry
 * @returns {{ file: string, entry: ProcessRecord }}
 */
export function recordProcess(folder, entry) {
  mkdirSync(folder, { recursive: true });
  recorded += 1;
  const file = join(folder, `${Date.now()}-${String(recorded).padStart(4, "0")}-${entry.pid}.json`);
  const full = { ...entry, identity: identityOf(entry.pid) ?? "gone" };
  writeFileSync(file, JSON.stringify(full));
  return { file, entry: full };
}

/**
 * The processes written down and still running, in the order they were started.
 * @param {string} folder
 * @returns {{ file: string, entry: ProcessRecord }[]}
 */
export function recordedProcesses(folder) {
  const found = [];
  for (const name of listFolder(folder).sort()) {
    if (!name.endsWith(".json")) continue;
    const file = join(folder, name);
    const entry = readEntry(file);
    if (entry && identityOf(entry.pid) === entry.identity) found.push({ file, entry });
    else rmSync(file, { force: true });
  }
  return found;
}

/**
 * Stops what is written down, last started first.
 * @param {string} folder
 * @param {() => boolean} [atOnce]
 */
export async function stopRecorded(folder, atOnce) {
  for (const { file, entry } of recordedProcesses(folder).reverse()) {
    await stopProcess(entry, atOnce);
    rmSync(file, { force: true });
  }
}

/**
 * The records of this run, in a folder named after the process that runs it.
 * @param {string} parent
 */
export function recordsOfThisRun(parent) {
  return join(parent, `${process.pid}-${identityOf(process.pid)}`);
}

/**
 * Deals with the runs that wrote their records into the same parent folder: what a dead one left is stopped,
 * and the process of one still alive is returned.
 * @param {string} parent
 * @returns {Promise<number | undefined>}
 */
export async function clearOtherRuns(parent) {
  for (const name of listFolder(parent)) {
    const [pid, identity] = name.split("-");
    if (identityOf(Number(pid)) === identity) return Number(pid);
    await stopRecorded(join(parent, name));
    rmSync(join(parent, name), { recursive: true, force: true });
  }
  return undefined;
}

/**
 * @param {ProcessRecord} entry
 * @param {() => boolean} [atOnce] asked while waiting: true ends the patience
 */
export async function stopProcess(entry, atOnce = () => false) {
  const running = () => identityOf(entry.pid) === entry.identity;
  if (!running()) return;
  send(entry.group ? -entry.pid : entry.pid, entry.stopSignal);
  const deadline = performance.now() + entry.stopWithinMs;
  while (running() && performance.now() < deadline && !atOnce()) await delay(20);
  if (!running()) return;
  // Those in groups of their own, such as Postgres's sessions, would see its end by themselves, unless they are frozen.
  const children = childrenOf(entry.pid);
  send(-entry.pid, "SIGKILL");
  for (const child of children) send(child, "SIGKILL");
  while (running()) await delay(20);
}

/**
 * The processes that a process has started and that run still.
 * @param {number} parent
 */
export function childrenOf(parent) {
  const { stdout } = spawnSync("pgrep", ["-P", String(parent)], { encoding: "utf8" });
  return (stdout ?? "").split("\n").filter(Boolean).map(Number);
}

/**
 * Something that tells this process from a later one with the same number, or undefined if it has ended.
 * @param {number} pid
 * @returns {string | undefined}
 */
export function identityOf(pid) {
  if (process.platform === "linux") {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      return fields[0] === "Z" ? undefined : fields[19];
    } catch {
      return undefined;
    }
  }
  const line = spawnSync("ps", ["-o", "stat=,lstart=", "-p", String(pid)], {
    encoding: "utf8",
  }).stdout.trim();
  return line === "" || line.startsWith("Z")
    ? undefined
    : line.slice(line.indexOf(" ")).replaceAll(/\W/g, "");
}

/**
 * The command line of a process.
 * @param {number} pid
 */
export function commandOf(pid) {
  try {
    if (process.platform === "linux")
      return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
  } catch {
    return "";
  }
  return spawnSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" }).stdout;
}

/**
 * @param {number} pid
 * @param {NodeJS.Signals} signal
 */
function send(pid, signal) {
  try {
    process.kill(pid, signal);
  } catch {
    // It ended between the look and the signal.
  }
}

/** @param {string} folder */
function listFolder(folder) {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/**
 * @param {string} file
 * @returns {ProcessRecord | undefined}
 */
function readEntry(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}
