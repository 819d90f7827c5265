// Production runs compiled JavaScript: esbuild bundles each process we start into build/, and Next.js builds the pages
// into .next/. `--if-needed` does nothing when the sources have not changed.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { isBuilt, markBuilt, sourcesFingerprint } from "./lib/build-fingerprint.mjs";
import { bundleProcesses } from "./lib/bundle-processes.mjs";
import { projectRoot } from "./lib/paths.mjs";

if (process.argv.includes("--if-needed") && isBuilt()) process.exit(0);
// Taken before: an edit during the build must lead to another build.
const fingerprint = sourcesFingerprint();
rmSync(join(projectRoot, "build"), { recursive: true, force: true });
await bundleProcesses("build");
process.exitCode = await buildPages();
if (process.exitCode === 0) markBuilt(fingerprint);

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
