// `npm run bench`: what bench/main.ts needs on a fresh clone, then bench/main.ts. It starts services of its own.
import { explainFailure } from "./lib/expected-failure.mjs";
import { runFromClone } from "./lib/run-from-clone.mjs";

try {
  process.exitCode = await runFromClone("bench/main.ts", process.argv.slice(2));
} catch (error) {
  console.error(`\n${explainFailure(error)}`);
  process.exitCode = 1;
}
