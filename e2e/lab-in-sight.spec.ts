import type { Locator } from "playwright/test";
import { expect, test } from "./fixtures";

for (const width of [360, 1440]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 800 } });

    test("L25 the line a buyer is about to run is in sight, and the opening comment is not in the way", async ({
      page,
    }) => {
      await page.goto("/lab/scheduler");
      await page.getByRole("radio", { name: "Redis lock, done right" }).check({ force: true });
      await page.getByRole("button", { name: "Begin" }).click();
      const pane = page.getByRole("region", { name: "server/strategies/redis-lock.ts" });
      await expect(pane.getByText("It still promises less than it seems to")).toBeHidden();
      const opening = pane.getByRole("button", { name: /^What it is about/ });
      await opening.click();
      await expect(pane.getByText("It still promises less than it seems to")).toBeVisible();
      await opening.click();
      for (const step of ["ask for the lock", "look", "write", "release the lock"]) {
        const next = page.getByRole("button", { name: `A: ${step}`, exact: true });
        await expect(next).toBeEnabled();
        expect(await isInside(pane, litLine(pane, "A")), step).toBe(true);
        await next.click();
      }
    });

    test("L25 watching a race slowly, the line that was begun last is in sight", async ({ page }) => {
      await page.goto("/lab?strategy=redis-lock&buyers=5&replay=1");
      const panel = page.getByRole("region", { name: "Redis lock, done right" });
      await expect(panel.getByText("A1 sold once")).toBeVisible();
      const pane = panel.getByRole("region", { name: "server/strategies/redis-lock.ts" });
      const moment = panel.getByRole("slider", { name: "Moment" });
      await moment.focus();
      await page.keyboard.press("Home");
      for (let moved = 0; moved < 6; moved += 1) {
        await page.keyboard.press("PageUp");
        const lit = pane.locator("[data-highlighted]").first();
        await expect(lit).toBeVisible();
        expect(await isInside(pane, lit)).toBe(true);
      }
    });

    test("L26 a shared race is scrolled to its verdict, and so is a lesson's", async ({ page }) => {
      await page.goto("/lab?strategy=naive&buyers=12&replay=1");
      await expect(page.getByText(/^A1 sold \d+ times$/)).toBeInViewport();

      await page.goto("/lab/lessons/the-race");
      await page.getByLabel("One. The code looks first.").check();
      await page.getByRole("button", { name: "Run it", exact: true }).first().click();
      await expect(page.getByText("Not quite.")).toBeVisible();
      await expect(page.getByText(/^A1 sold \d+ times$/)).toBeInViewport();
    });

    test("L26 a win is scrolled to, by a shared link as well", async ({ page }) => {
      await page.goto("/lab/scheduler?strategy=naive&moves=ABAB");
      await expect(page.getByText("You sold A1 twice")).toBeInViewport();
    });

    test("L26 all strategies at once are scrolled to their table", async ({ page }) => {
      await page.goto("/lab?buyers=4&think=5");
      await page.getByRole("button", { name: "Run all strategies" }).click();
      const table = page.getByRole("region", { name: "The table" });
      await expect(table.getByRole("row")).toHaveCount(13, { timeout: 200_000 });
      await expect(page.getByRole("heading", { name: "The table" })).toBeInViewport();
    });
  });
}

function litLine(pane: Locator, buyer: string): Locator {
  return pane.locator(`[data-highlighted*="${buyer}"]`).first();
}

/** What is scrolled out of the pane counts as visible for Playwright. */
async function isInside(pane: Locator, line: Locator): Promise<boolean> {
  const [outer, inner] = await Promise.all([pane.boundingBox(), line.boundingBox()]);
  return outer && inner ? inner.y >= outer.y && inner.y + inner.height <= outer.y + outer.height : false;
}
