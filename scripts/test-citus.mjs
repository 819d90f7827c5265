// `npm run test:citus`: the engine's tests on databases that are spread over a Citus cluster, which CITUS_URL names.

import { join } from "node:path";
import { ExpectedFailure, explainFailure } from "./lib/expected-failure.mjs";
import { dataDir, makeFolder } from "./lib/paths.mjs";
import { recordsOfThisRun } from "./lib/process-records.mjs";
import { Processes } from "./lib/processes.mjs";
import { stopOnRequest } from "./lib/stop-signals.mjs";
import { TestStages } from "./lib/test-stages.mjs";

const processes = new Processes(recordsOfThisRun(join(dataDir, "testing-citus")));
const stages = new TestStages(processes);
stopOnRequest(processes);

try {
  makeFolder(dataDir);
  if (!process.env.CITUS_URL)
    throw new ExpectedFailure(
      "Set CITUS_URL to a database of a Citus coordinator in which its workers have been added, such as " +
        "postgres://postgres@127.0.0.1:5432/postgres. Its user must be able to create databases and extensions on " +
        "every server of the cluster; the tests make databases of their own and drop them. docs/operations.md says " +
        "how such a cluster is made.",
    );
  processes.startWatchdog();
  await stages.vitest("citus", "the engine's tests on Citus", ["--config=vitest.citus.config.ts"]);
} catch (error) {
  console.error(`\n${explainFailure(error)}`);
  stages.failed += 1;
}
await processes.stopAll();
stages.exitWithCount();
