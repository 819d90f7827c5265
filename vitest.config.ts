import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["**/*.test.ts", "**/*.test.tsx"],
    exclude: ["**/node_modules/**", ".next/**", "build/**", ".data/**", "e2e/**"],
    globalSetup: "testing/set-up.ts",
    // Real processes are started and killed in tests: each file runs in one of its own.
    pool: "forks",
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});
