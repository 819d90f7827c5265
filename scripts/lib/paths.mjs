import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const projectRoot = fileURLToPath(new URL("../..", import.meta.url)).replace(/\/$/, "");
/** Whatever the project makes for itself while running; `npm run reset` forgets it. */
export const dataDir = join(projectRoot, ".data");
