import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["**/*.test.ts", "**/*.test.tsx"],
    exclude: ["**/node_modules/**", ".next/**", "build/**", ".data/**", "e2e/**", "**/*.optional.test.ts"],
    globalSetup: "testing/set-up.ts",
    // Files share a few processes and what these have loaded. Each has services of its own, most wait for one of them
    // most of the time, and what a file leaves behind fails the run: see testing/set-up.ts.
    pool: "forks",
    isolate: false,
    maxWorkers: 3,
    // Guards against a hang, not promises of speed: both cores may be busy with something else.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
