/** What a reader must know to read the numbers. */
import { arch, cpus, platform, totalmem } from "node:os";

export interface Circumstance {
  name: string;
  value: string;
}

export function machine(): Circumstance[] {
  const [cpu] = cpus();
  return [
    { name: "Processor", value: `${cpus().length} × ${cpu?.model.trim() ?? "unknown"}` },
    { name: "Memory", value: `${Math.round(totalmem() / 2 ** 30)} GiB` },
    { name: "System", value: `${platform()} ${arch()}, Node.js ${process.version}` },
  ];
}
