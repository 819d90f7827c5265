import { expect, test } from "./fixtures";
import { openLab, raceStrategy, timesSold } from "./lab-page";

test("L36 a race's permanent link leads somebody else to the same race, also after a restart", async ({
  app,
  page,
  newBuyer,
}) => {
  await openLab(page, { buyers: 12, thinkMs: 30 });
  const panel = await raceStrategy(page, "Naive: look, then write");
  const times = await timesSold(panel);
  const duration = await panel.getByText(/^Done in /).textContent();
  const link = (await panel.getByRole("link", { name: "Permanent link" }).getAttribute("href")) ?? "";
  await app.stop();
  await app.start();

  const other = await newBuyer();
  await other.goto(link);
  await expect(other.getByRole("heading", { level: 1, name: "A recorded race" })).toBeVisible();
  const kept = other.getByRole("region", { name: "Naive: look, then write" });
  await expect(kept.getByText(/^Done in /)).toHaveText(duration ?? "", { timeout: 30_000 });
  expect(await timesSold(kept)).toBe(times);
  await expect(kept.getByRole("application")).toBeVisible();
  await kept.getByText("The timeline as text").click();
  await expect(kept.getByRole("row")).toHaveCount(13);
  await expect(other.getByRole("link", { name: "Race again with the same seed" })).toBeVisible();
});

test("a race that is not there is a page that says so", async ({ page, allowConsoleErrors }) => {
  allowConsoleErrors(/404/);
  const answer = await page.goto("/lab/races/r0");
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
});
