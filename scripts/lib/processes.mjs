// The processes of one run: started in an order, stopped in the opposite one. Each leads a process group of
// its own, because Ctrl-C reaches every process of the terminal's group at once, and then Postgres would be
// gone before the server had drained.
import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { ExpectedFailure } from "./expected-failure.mjs";
import { recordProcess, stopProcess, stopRecorded } from "./process-records.mjs";
import { startWatchdog } from "./start-watchdog.mjs";

const OUTPUT_KEPT_CHARACTERS = 200_000;

/**
 * @typedef {{ code: number | null, signal: NodeJS.Signals | null }} Exit
 * @typedef {{ name: string, pid: number, exited: Promise<Exit>, stop: () => Promise<void>, child: import("node:child_process").ChildProcess }} Running
 * @typedef {object} Limits
 * @property {NodeJS.Signals} [stopSignal]
 * @property {number} [stopWithinMs]
 */

export class Processes {
  #records;
  #atOnce = false;
  /** @type {import("node:child_process").ChildProcess | undefined} */
  #watchdog;
  stopping = false;

  /**
   * @param {string} records the folder in which they are written down
   */
  constructor(records) {
    this.#records = records;
  }

  /**
   * Cleans up after this run even if it is killed: a process of its own that sees our end.
   * @param {string} [throwAway] a folder to remove as well
   */
  startWatchdog(throwAway) {
    this.#watchdog = startWatchdog(this.#records, throwAway);
  }

  /**
   * Starts a process that is meant to stay.
   * @param {string} name
   * @param {string} command
   * @param {string[]} args
   * @param {import("node:child_process").SpawnOptions & Limits} [options]
   * @returns {Running}
   */
  start(name, command, args, options = {}) {
    return this.#spawn(name, command, args, options, false);
  }

  /**
   * Runs a command to its end and keeps the tail of what it said, unless `stdio` sends it elsewhere.
   * @param {string} command
   * @param {string[]} args
   * @param {import("node:child_process").SpawnOptions & { input?: string }} [options]
   * @returns {Promise<Exit & { output: string }>}
   */
  async run(command, args, { input, ...options } = {}) {
    /** @type {import("node:child_process").StdioOptions} */
    const stdio = [input === undefined ? "ignore" : "pipe", "pipe", "pipe"];
    const running = this.#spawn(command, command, args, { stdio, ...options }, true);
    let output = "";
    for (const stream of [running.child.stdout, running.child.stderr]) {
      stream?.setEncoding("utf8").on("data", (text) => {
        output = (output + text).slice(-OUTPUT_KEPT_CHARACTERS);
      });
    }
    if (input !== undefined) running.child.stdin?.end(input);
    const exit = await running.exited;
    return { ...exit, output };
  }

  /**
   * The same, where anything but success ends the stage with what the command said.
   * @param {string} command
   * @param {string[]} args
   * @param {import("node:child_process").SpawnOptions & { input?: string }} [options]
   */
  async runOrFail(command, args, options) {
    const { code, signal, output } = await this.run(command, args, options);
    if (code === 0) return output;
    const how = signal ? `was ended by ${signal}` : `ended with code ${code}`;
    throw new ExpectedFailure(`${output.trim()}\n\n${command} ${args.join(" ")} ${how}`.trim());
  }

  /** Ends the patience of a stop under way: what still runs is killed. */
  stopAtOnce() {
    this.#atOnce = true;
  }

  /** Stops everything still running, last started first. */
  async stopAll() {
    this.stopping = true;
    await stopRecorded(this.#records, () => this.#atOnce);
    const watchdog = this.#watchdog;
    if (watchdog?.exitCode === null) {
      watchdog.ref();
      const exited = new Promise((resolve) => watchdog.once("exit", resolve));
      watchdog.stdin?.end();
      await exited;
    }
  }

  /**
   * @param {string} name
   * @param {string} command
   * @param {string[]} args
   * @param {import("node:child_process").SpawnOptions & Limits} options
   * @param {boolean} group
   * @returns {Running}
   */
  #spawn(name, command, args, { stopSignal = "SIGTERM", stopWithinMs = 10_000, ...options }, group) {
    if (this.stopping) throw new ExpectedFailure(`${name} is not started any more.`);
    const child = spawn(command, args, { ...options, detached: true });
    const { pid } = child;
    /** @type {Promise<Exit>} */
    const exited = new Promise((resolve, reject) => {
      child.once("error", (error) =>
        reject(new ExpectedFailure(`${name} could not be started: ${error.message}`)),
      );
      // "close" comes after the last output, "exit" may come before it.
      child.once("close", (code, signal) => resolve({ code, signal }));
    });
    exited.catch(() => {});
    if (pid === undefined) return { name, pid: 0, exited, stop: async () => {}, child };
    const { file, entry } = recordProcess(this.#records, { name, pid, stopSignal, stopWithinMs, group });
    child.once("exit", () => rmSync(file, { force: true }));
    const stop = () => stopProcess(entry, () => this.#atOnce);
    return { name, pid, exited, stop, child };
  }
}
