/**
 * The wall clock of one server, moved while it runs, as by an administrator or a wrong time server: libfaketime stands
 * between the program and the C library and reads from a file by how much. The monotonic clock is left alone, as it is
 * when a machine's clock is set. Programs that ask the kernel themselves, as those in Go do, are not reached.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface MovableClock {
  /** For the program whose clock it is. */
  env: Record<string, string>;
  /** In a second or so it is seen. */
  moveBy(ms: number): void;
  remove(): void;
}

/** `faketime` is its program, which knows where its library lies. */
export function createMovableClock(faketime: string): MovableClock {
  const folder = mkdtempSync(join(tmpdir(), "last-seat-clock-"));
  const file = join(folder, "moved-by");
  const { stdout } = spawnSync(faketime, ["-m", "-f", "+0", "printenv", "LD_PRELOAD"], { encoding: "utf8" });
  const moveBy = (ms: number) => {
    // Never half written when it is read.
    writeFileSync(`${file}-next`, `${ms < 0 ? "" : "+"}${ms / 1_000}\n`);
    renameSync(`${file}-next`, file);
  };
  moveBy(0);
  return {
    env: {
      // The C library's own memory before jemalloc's, which asks for the time before libfaketime is ready.
      LD_PRELOAD: `${stdout.trim()}:libc.so.6`,
      FAKETIME_TIMESTAMP_FILE: file,
      // The file is read once a second, not at every look at the clock.
      FAKETIME_CACHE_DURATION: "1",
      FAKETIME_DONT_FAKE_MONOTONIC: "1",
      // A remedy for old C libraries, with which a Java machine's timed waits return at once.
      FAKETIME_FORCE_MONOTONIC_FIX: "0",
    },
    moveBy,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
