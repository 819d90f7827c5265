/** One server of an ensemble as a process that faults can happen to. */
import { type ChildProcess, spawn } from "node:child_process";
import type { Watchdog } from "../processes/watchdog";

export interface ServerProcess {
  pid: number;
  alive(): boolean;
  freeze(): void;
  thaw(): void;
  /** SIGKILL, to all of its group: some programs are a script and what it starts. */
  kill(): Promise<void>;
}

export function startServerProcess(
  watchdog: Watchdog,
  program: string,
  args: string[],
  options: { cwd: string; env?: Record<string, string> },
): ServerProcess {
  const child = spawn(program, args, {
    cwd: options.cwd,
    env: { ...process.env, ...options.env },
    detached: true,
    stdio: "ignore",
  });
  child.on("error", () => {});
  const exited = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const { pid } = child;
  if (pid === undefined) throw new Error(`${program} could not be started.`);
  watchdog.watch(child, { group: true });
  const alive = () => child.exitCode === null && child.signalCode === null;
  return {
    pid,
    alive,
    freeze: () => signalGroup(child, "SIGSTOP"),
    thaw: () => signalGroup(child, "SIGCONT"),
    async kill() {
      signalGroup(child, "SIGKILL");
      await exited;
    },
  };
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  try {
    process.kill(-child.pid, signal);
  } catch {
    // It has ended a moment ago.
  }
}
