import { expect, test } from "./fixtures";
import { CARDS, fillDetails, ledger, openCheckout, payWith, resetDemo } from "./till";

// Shorter than the slow bank takes, even after the extension that entering payment gives.
test.use({ appEnv: { HOLD_TTL_MS: "4000", SWEEP_MS: "200" } });
test.beforeEach(({ request }) => resetDemo(request));

test("when my time runs out before the bank answers, I am told and charged nothing", async ({
  app,
  page,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/410/);
  await openCheckout(page, ["E5"]);
  await fillDetails(page);
  await payWith(page, CARDS.slow);
  await expect(page.getByRole("main").getByRole("alert")).toContainText(
    "Your time ran out before the bank answered",
    {
      timeout: 20_000,
    },
  );
  expect(await ledger(app)).toEqual({ payments: ["voided"], sold: [] });
  await page.getByRole("link", { name: "Pick seats again" }).click();
  await expect(page).toHaveURL(/\/shows\/demo/);
});

test("when my time runs out while I type, the page says so and shows the way back", async ({ page }) => {
  await openCheckout(page, ["E5"]);
  await page.getByLabel("Name").fill("Trần Lan");
  await expect(page.getByRole("heading", { name: "This hold has ended" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Pick seats again" })).toBeVisible();
});

test("more time is one press away", async ({ page }) => {
  await openCheckout(page, ["E5"]);
  const clock = page.getByRole("timer");
  await expect(clock).toHaveAccessibleName("Time left to pay: 0:02");
  await page.getByRole("button", { name: "More time" }).click();
  await expect(clock).toHaveAccessibleName("Time left to pay: 0:04");
});
