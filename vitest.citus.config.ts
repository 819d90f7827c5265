// The tests of `npm run test:citus`: whatever sells, holds, feeds, guards and settles, on databases that are spread
// over the Citus at CITUS_URL.
import { defineConfig, mergeConfig } from "vitest/config";
import common from "./vitest.config";

/** These are about one Postgres, and `npm test` runs them on one. */
const ON_PLAIN_POSTGRES = [
  // They freeze, kill or restart a server of their own.
  "server/fault-tests/final-answers.test.ts",
  "server/fault-tests/postgres-away.test.ts",
  "server/fault-tests/postgres-frozen.test.ts",
  "server/fault-tests/waiting-crowd.test.ts",
  // They read what Postgres says of one server's tables and functions.
  "db/migrate.test.ts",
  "db/queries/background-reads.test.ts",
];

export default mergeConfig(
  { ...common, test: { ...common.test, include: [] } },
  defineConfig({
    test: {
      include: [
        "db",
        "server/booking",
        "server/fault-tests",
        "server/feed",
        "server/guard",
        "server/payment",
      ].map((folder) => `${folder}/**/*.test.ts`),
      exclude: ON_PLAIN_POSTGRES,
      globalSetup: "testing/set-up-citus.ts",
      // A statement goes through two servers here, and each of the cluster's wants a core.
      testTimeout: 120_000,
      hookTimeout: 120_000,
    },
  }),
);
