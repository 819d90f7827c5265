import { violationsOn } from "./axe";
import { expect, test } from "./fixtures";
import { openLab, raceStrategy } from "./lab-page";

for (const colorScheme of ["light", "dark"] as const) {
  for (const width of [360, 1440]) {
    test(`axe finds nothing wrong in the lab (${colorScheme}, ${width} px)`, async ({ newBuyer }) => {
      const page = await newBuyer({
        colorScheme,
        viewport: { width, height: 900 },
        reducedMotion: "reduce",
      });
      await openLab(page, { buyers: 12, thinkMs: 20 });
      expect(await violationsOn(page), "before a race").toEqual([]);
      await page.getByLabel("Side by side with").selectOption({ label: "Redis lock, as in the article" });
      await page.getByLabel("What goes wrong on side 2").selectOption({ label: "Spam-click" });
      const panel = await raceStrategy(page, "Naive: look, then write");
      await expect(page.getByText("A1 sold once")).toBeVisible();
      await panel.getByText("The timeline as text").click();
      await panel.getByRole("application").focus();
      await page.keyboard.press("ArrowDown");
      await expect(panel.getByText(/^buyer-\d+, process \d$/)).toBeVisible();
      expect(await violationsOn(page), "after a race").toEqual([]);

      await page.goto("/lab/scheduler");
      await page.getByRole("button", { name: "Begin" }).click();
      await page.getByRole("button", { name: "A: look" }).click();
      await expect(page.getByText("found it free")).toBeVisible();
      expect(await violationsOn(page), "in a game").toEqual([]);
      await page.getByRole("button", { name: "I give up" }).click();
      await expect(page.getByText("Let both look before either writes")).toBeVisible();
      expect(await violationsOn(page), "after giving up").toEqual([]);

      await page.goto("/lab/matrix");
      await expect(page.getByRole("region", { name: "The matrix" })).toBeVisible();
      expect(await violationsOn(page), "the matrix").toEqual([]);

      await page.goto("/lab/lessons");
      expect(await violationsOn(page), "the lessons").toEqual([]);
      await page.goto("/lab/lessons/failover-and-redlock");
      await page.getByRole("button", { name: "Read it without running" }).first().click();
      expect(await violationsOn(page), "a lesson").toEqual([]);
    });
  }
}
