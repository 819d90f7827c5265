/** What axe finds wrong on a page as it is now. Evaluated, not added as a script: the content policy forbids that. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright/test";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

export async function violationsOn(page: Page): Promise<unknown> {
  // Next sends what is not found as an empty document, and fills it in the browser.
  await page.locator("html[lang]").waitFor({ state: "attached" });
  await page.evaluate(AXE);
  return page.evaluate(`axe.run().then(({ violations }) => violations.map(({ id, help, nodes }) =>
    ({ id, help, nodes: nodes.slice(0, 5).map(({ html, failureSummary }) => html + " " + failureSummary) })))`);
}
