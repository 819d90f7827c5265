import { accessSync, constants, statSync } from "node:fs";
import { delimiter, join } from "node:path";

// Some services are installed where the PATH of an ordinary user does not look.
const ALSO = ["/usr/local/sbin", "/usr/sbin", "/opt/homebrew/bin", "/usr/local/bin", "/usr/bin"];

/**
 * The first of these commands that can be run, as a full path.
 * @param {string[]} names
 */
export function findCommand(names) {
  const folders = [...(process.env.PATH ?? "").split(delimiter).filter(Boolean), ...ALSO];
  for (const name of names) {
    for (const folder of folders) {
      const path = join(folder, name);
      if (isProgram(path)) return path;
    }
  }
  return undefined;
}

/** @param {string} path */
export function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
