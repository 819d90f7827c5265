/** What a process has used so far, asked of the system: a server that is overrun cannot be asked itself. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

export interface Usage {
  /** Milliseconds of processor time since the process began. */
  cpuMs: number;
  rssBytes: number;
}

/** Linux counts processor time in ticks of 10 ms and memory in pages of 4 KiB. */
const TICK_MS = 10;
const PAGE_BYTES = 4_096;

export function usageOf(pid: number): Usage {
  if (process.platform !== "linux") return usageByPs(pid);
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = stat
    .slice(stat.lastIndexOf(")") + 2)
    .split(" ")
    .map(Number);
  const [userTicks, systemTicks, pages] = [fields[11] ?? 0, fields[12] ?? 0, fields[21] ?? 0];
  return { cpuMs: (userTicks + systemTicks) * TICK_MS, rssBytes: pages * PAGE_BYTES };
}

/** `ps` says `1234 0:05.67`. */
function usageByPs(pid: number): Usage {
  const said = execFileSync("ps", ["-o", "rss=,time=", "-p", String(pid)], { encoding: "utf8" });
  const [kilobytes, time = ""] = said.trim().split(/\s+/);
  const seconds = time.split(":").reduce((sum, part) => sum * 60 + Number(part), 0);
  return { cpuMs: seconds * 1000, rssBytes: Number(kilobytes) * 1024 };
}
