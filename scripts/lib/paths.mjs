// Where things lie. Everything the project makes for itself while running is in .data/.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const projectRoot = fileURLToPath(new URL("../..", import.meta.url)).replace(/\/$/, "");
export const dataDir = join(projectRoot, ".data");

export function makeDataDir() {
  mkdirSync(dataDir, { recursive: true });
  return dataDir;
}
