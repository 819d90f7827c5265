// Every process we start, bundled by esbuild: for the build, and for the tests, which start many of them.
import { build } from "esbuild";
import { projectRoot } from "./paths.mjs";

const OURS_ONLY = ["server/main.ts", "db/migrate.ts", "db/seed.ts", "db/archive.ts", "db/distribute.ts"];
/** A race starts several: with its packages in one file it is ready with little more than half the CPU. */
const WITH_PACKAGES = "server/lab/processes/instance.ts";
/** What packages ask for by `require` in a file that has none of its own. */
const REQUIRE =
  'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);';

/** @param {string} outdir */
export async function bundleProcesses(outdir) {
  /** @type {import("esbuild").BuildOptions} */
  const common = {
    absWorkingDir: projectRoot,
    outbase: ".",
    outdir,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    sourcemap: true,
    logLevel: "warning",
  };
  await build({ ...common, entryPoints: OURS_ONLY, packages: "external" });
  await build({ ...common, entryPoints: [WITH_PACKAGES], external: ["pg-native"], banner: { js: REQUIRE } });
}
