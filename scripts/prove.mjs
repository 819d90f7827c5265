// `npm run schedules` and `npm run matrix`: what proofs/ needs on a fresh clone, then the one that is asked for.
import { explainFailure } from "./lib/expected-failure.mjs";
import { runFromClone } from "./lib/run-from-clone.mjs";

const [, , proof = "", ...args] = process.argv;
try {
  process.exitCode = await runFromClone(`proofs/${proof}/main.ts`, args);
} catch (error) {
  console.error(`\n${explainFailure(error)}`);
  process.exitCode = 1;
}
