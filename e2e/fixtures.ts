/**
 * `test` for the specs: every worker has an app of its own, the pages of a test belong to buyers who do not
 * know each other, and an error in a browser's console that the test did not announce fails it.
 */
import {
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type Page,
} from "playwright/test";
import { startApp, type TestApp } from "#testing/app";

export { expect };

interface WorkerFixtures {
  /** Configuration of the app for a spec file: `test.use({ appEnv: { HOLD_TTL_MS: "2000" } })`. */
  appEnv: Record<string, string>;
  app: TestApp;
}

interface TestFixtures {
  /** Another buyer, with cookies of their own: a page in a new browser context. */
  newBuyer: (options?: BrowserContextOptions) => Promise<Page>;
  /** Announces console errors that are part of the story, such as a lost connection. */
  allowConsoleErrors: (pattern: RegExp) => void;
  consoleErrors: ConsoleErrors;
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  appEnv: [{}, { scope: "worker", option: true }],
  app: [
    async ({ appEnv }, use) => {
      const app = await startApp(appEnv);
      await use(app);
      await app.remove();
    },
    { scope: "worker", timeout: 240_000 },
  ],
  baseURL: ({ app }, use) => use(app.url),
  consoleErrors: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures wanted from this pattern.
    async ({}, use) => {
      const errors = new ConsoleErrors();
      await use(errors);
      expect(errors.unexpected(), "errors in the browser's console").toEqual([]);
    },
    { auto: true },
  ],
  allowConsoleErrors: ({ consoleErrors }, use) => use((pattern) => consoleErrors.allow(pattern)),
  context: async ({ context, consoleErrors }, use) => {
    consoleErrors.listenTo(context);
    await use(context);
  },
  newBuyer: async ({ browser, consoleErrors }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (options) => {
      const context = await browser.newContext(options);
      consoleErrors.listenTo(context);
      contexts.push(context);
      return context.newPage();
    });
    await Promise.all(contexts.map((context) => context.close()));
  },
});

class ConsoleErrors {
  #seen: string[] = [];
  #allowed: RegExp[] = [];

  listenTo(context: BrowserContext): void {
    context.on("console", (message) => {
      if (message.type() === "error") this.#seen.push(`${message.text()} (${message.location().url})`);
    });
    context.on("weberror", (error) => this.#seen.push(error.error().stack ?? error.error().message));
  }

  allow(pattern: RegExp): void {
    this.#allowed.push(pattern);
  }

  unexpected(): string[] {
    return this.#seen.filter((text) => !this.#allowed.some((pattern) => pattern.test(text)));
  }
}
