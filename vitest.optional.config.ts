// The tests of `npm run test:all` that need servers which neither `npm start` nor `npm test` installs.
import { defineConfig, mergeConfig } from "vitest/config";
import common from "./vitest.config";

export default mergeConfig(
  { ...common, test: { ...common.test, include: [], exclude: [] } },
  defineConfig({
    test: {
      include: ["**/*.optional.test.ts"],
      exclude: ["**/node_modules/**", ".next/**", "build/**", ".data/**", "e2e/**"],
      // A cluster fills both cores by itself.
      maxWorkers: 1,
      testTimeout: 120_000,
      hookTimeout: 120_000,
      passWithNoTests: true,
    },
  }),
);
