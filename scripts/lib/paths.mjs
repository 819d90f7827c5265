import { accessSync, constants, mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ExpectedFailure } from "./expected-failure.mjs";

export const projectRoot = fileURLToPath(new URL("../..", import.meta.url)).replace(/\/$/, "");
/** Whatever the project makes for itself while running; `npm run reset` forgets it. */
export const dataDir = join(projectRoot, ".data");

/**
 * Makes a folder of ours. After a start by root it may be there and closed to us.
 * @param {string} folder
 */
export function makeFolder(folder) {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    throw new ExpectedFailure(
      `${folder} belongs to another user. As that user, or as root, forget it with: npm run reset`,
    );
  }
}
