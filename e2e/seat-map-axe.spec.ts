import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright/test";
import { expect, test } from "./fixtures";
import { expectSeat, openShow, seatOf } from "./seat-page";

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

for (const colorScheme of ["light", "dark"] as const) {
  for (const width of [360, 1440]) {
    test(`axe finds nothing wrong with the seat map (${colorScheme}, ${width} px)`, async ({
      newBuyer,
      request,
    }) => {
      await request.post("/api/demo/reset");
      const page = await newBuyer({
        colorScheme,
        viewport: { width, height: 900 },
        reducedMotion: "reduce",
      });
      const other = await newBuyer();
      await Promise.all([openShow(page), openShow(other)]);
      expect(await violations(page)).toEqual([]);
      await seatOf(other, "E9").click();
      await seatOf(page, "E8").click();
      await expectSeat(page, "E8", "yours, held");
      await seatOf(page, "E9").click();
      await expect(page.getByText("E9 is held by someone else.")).toBeVisible();
      expect(await violations(page)).toEqual([]);
      await page.getByRole("button", { name: "List", exact: true }).click();
      expect(await violations(page)).toEqual([]);
    });
  }
}

async function violations(page: Page): Promise<unknown> {
  await page.evaluate(axeSource);
  return page.evaluate(`axe.run().then(({ violations }) => violations.map(({ id, nodes }) =>
    ({ id, nodes: nodes.slice(0, 5).map(({ html, failureSummary }) => html + " " + failureSummary) })))`);
}
