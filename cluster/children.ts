import { readdirSync, readFileSync } from "node:fs";

/** The processes that a process has started and that run still. */
export function childrenOf(parent: number): number[] {
  return readdirSync("/proc").flatMap((entry) => {
    const pid = Number(entry);
    return Number.isInteger(pid) && parentOf(pid) === parent ? [pid] : [];
  });
}

function parentOf(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
  } catch {
    return undefined;
  }
}
