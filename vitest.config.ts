import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["**/*.test.ts", "**/*.test.tsx"],
    exclude: ["**/node_modules/**", ".next/**", "build/**", ".data/**", "e2e/**", "**/*.optional.test.ts"],
    globalSetup: "testing/set-up.ts",
    // Real processes are started and killed in tests: each file runs in one of its own.
    pool: "forks",
    maxWorkers: 2,
    // Guards against a hang, not promises of speed: both cores may be busy with something else.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
