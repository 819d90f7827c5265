/** What buyers of a race were told, as a history: judged, drawn, kept, and opened again by a link. */
import { readFileSync } from "node:fs";
import { violationsOn } from "./axe";
import { expect, test } from "./fixtures";
import { openLab, raceStrategy } from "./lab-page";

test("H5 a lost race shows two sales that no order explains, as a link and as a file that can be opened again", async ({
  newBuyer,
}) => {
  const page = await newBuyer({});
  await openLab(page, { buyers: 12, thinkMs: 100 });
  const panel = await raceStrategy(page, "Naive: look, then write");
  await expect(panel.getByText("No order explains these answers:")).toBeVisible();
  await expect(panel.getByText(/asked to book A1 at .* and was told “ok /)).toHaveCount(2);

  await panel.getByRole("link", { name: "Open this counterexample" }).click();
  const illegal = page.getByText("Illegal: A seat was sold twice.");
  await expect(illegal).toBeVisible();
  await expect(page.getByRole("application", { name: "Timeline of 2 lanes" })).toBeVisible();
  expect(await violationsOn(page)).toEqual([]);
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save as JSON" }).click();
  const saved = await (await downloading).path();

  await page.goto("/lab/histories");
  await page.getByLabel("… or paste it here").fill(readFileSync(saved, "utf8"));
  await page.getByRole("button", { name: "Check it" }).click();
  await expect(illegal).toBeVisible();
  await page.getByLabel("… or paste it here").fill('{ "version": 1 }');
  await page.getByRole("button", { name: "Check it" }).click();
  await expect(page.getByText("This is not a history.")).toBeVisible();
});

test("H5 a race that was won opens as a whole and legal history", async ({ newBuyer }) => {
  const page = await newBuyer({});
  await openLab(page, { buyers: 12, thinkMs: 20 });
  const panel = await raceStrategy(page, "One conditional update");
  await expect(panel.getByText("Some order explains all 12 answers.")).toBeVisible();
  await panel.getByRole("link", { name: "The whole history" }).click();
  await expect(page.getByText("Some order of the 12 operations explains every answer.")).toBeVisible();
});
