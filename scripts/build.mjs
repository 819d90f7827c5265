// Production runs compiled JavaScript: esbuild bundles each process we start into build/, our own code only,
// and Next.js builds the pages into .next/. `--if-needed` does nothing when the sources have not changed.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { isBuilt, markBuilt, sourcesFingerprint } from "./lib/build-fingerprint.mjs";
import { projectRoot } from "./lib/paths.mjs";

const PROCESSES = [
  "server/main.ts",
  "server/lab/processes/instance.ts",
  "db/migrate.ts",
  "db/seed.ts",
  "db/archive.ts",
  "db/distribute.ts",
];

if (process.argv.includes("--if-needed") && isBuilt()) process.exit(0);
// Taken before: an edit during the build must lead to another build.
const fingerprint = sourcesFingerprint();
rmSync(join(projectRoot, "build"), { recursive: true, force: true });
await bundleProcesses();
process.exitCode = await buildPages();
if (process.exitCode === 0) markBuilt(fingerprint);

function bundleProcesses() {
  return build({
    absWorkingDir: projectRoot,
    entryPoints: PROCESSES,
    outbase: ".",
    outdir: "build",
    bundle: true,
    packages: "external",
    platform: "node",
    format: "esm",
    target: "node20",
    sourcemap: true,
    logLevel: "warning",
  });
}

/** @returns {Promise<number>} */
async function buildPages() {
  const next = spawn(process.execPath, ["node_modules/next/dist/bin/next", "build"], {
    cwd: projectRoot,
    env: { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
    stdio: "inherit",
  });
  const [code] = await once(next, "exit");
  return code ?? 1;
}
