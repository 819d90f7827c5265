// Whether the build is of the sources as they are now: a hash over every file it is made from.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "./paths.mjs";

const SOURCES = ["app", "contract", "db", "public", "server", "proxy.ts", "scripts/build.mjs"];
const SETTINGS = [
  "package.json",
  "package-lock.json",
  "tsconfig.json",
  "next.config.ts",
  "postcss.config.mjs",
];
const RESULTS = [".next/BUILD_ID", "build/server/main.js"];
const STAMP = join(projectRoot, "build", "fingerprint");

export function isBuilt() {
  if (!RESULTS.every((file) => existsSync(join(projectRoot, file)))) return false;
  return existsSync(STAMP) && readFileSync(STAMP, "utf8") === sourcesFingerprint();
}

/** @param {string} fingerprint */
export function markBuilt(fingerprint) {
  writeFileSync(STAMP, fingerprint);
}

export function sourcesFingerprint() {
  const hash = createHash("sha256");
  for (const path of [...SOURCES, ...SETTINGS].flatMap(filesUnder)) {
    hash
      .update(path)
      .update("\0")
      .update(readFileSync(join(projectRoot, path)))
      .update("\0");
  }
  return hash.digest("hex");
}

/**
 * @param {string} path
 * @returns {string[]}
 */
function filesUnder(path) {
  const full = join(projectRoot, path);
  if (!existsSync(full)) return [];
  if (statSync(full).isFile()) return [path];
  const files = readdirSync(full, { recursive: true, encoding: "utf8" }).map((name) => join(path, name));
  return files
    .filter((file) => statSync(join(projectRoot, file)).isFile() && !/\.test\.tsx?$/.test(file))
    .sort();
}
