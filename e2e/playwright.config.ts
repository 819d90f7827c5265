import { defineConfig } from "playwright/test";
import { findBrowser } from "#scripts/lib/browser";

const executablePath = await findBrowser();

export default defineConfig({
  globalSetup: "../testing/set-up.ts",
  outputDir: "../test-results",
  forbidOnly: Boolean(process.env.CI),
  retries: 0,
  // Each worker runs an app of its own.
  workers: 3,
  // Guards against a hang, not promises of speed: both cores may be busy with something else.
  timeout: 240_000,
  expect: { timeout: 60_000 },
  reporter: "list",
  use: {
    screenshot: "only-on-failure",
    // Nobody looks: what moves costs a third more of the machine, and is looked at in the specs that say so.
    contextOptions: { reducedMotion: "reduce" },
    launchOptions: {
      ...(executablePath && { executablePath }),
      // Chromium cannot make its sandbox as root.
      chromiumSandbox: process.getuid?.() !== 0,
    },
  },
});
