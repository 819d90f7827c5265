/**
 * Ends the lab's processes when the server itself was killed and could not. A paused process does not notice that
 * its parent is gone, and a Redis does not care. They are written down as those of a run are, for the same watchdog.
 */
import type { ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { recordProcess } from "#scripts/lib/process-records";
import { startWatchdog } from "#scripts/lib/start-watchdog";

export interface Watchdog {
  /** Until its exit is seen. */
  watch(child: ChildProcess, options?: { group: boolean }): void;
  close(): void;
}

export function createWatchdog(): Watchdog {
  let watching: { records: string; watchdog: ChildProcess } | undefined;
  return {
    watch(child, { group } = { group: false }) {
      const { pid } = child;
      if (pid === undefined) return;
      watching ??= start();
      const entry = { name: "lab", pid, stopSignal: "SIGKILL", stopWithinMs: 0, group } as const;
      const { file } = recordProcess(watching.records, entry);
      child.once("exit", () => rmSync(file, { force: true }));
    },
    close() {
      watching?.watchdog.stdin?.end();
      watching = undefined;
    },
  };
}

function start() {
  const records = mkdtempSync(join(tmpdir(), "last-seat-lab-"));
  return { records, watchdog: startWatchdog(records) };
}
