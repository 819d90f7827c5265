import { endHolds } from "./checkout-page";
import { expect, test } from "./fixtures";
import { buyerNotice, countdownOf, expectSeat, openShow, seatOf } from "./seat-page";

test.use({ appEnv: { HOLD_TTL_MS: "10000", HOLD_MAX_MS: "60000" } });

test.beforeEach(async ({ request }) => {
  expect((await request.post("/api/demo/reset")).ok()).toBe(true);
});

test("when my time is up my seats go back on sale, on every screen, and I am told", async ({
  page,
  newBuyer,
}) => {
  const other = await newBuyer();
  await Promise.all([openShow(page), openShow(other)]);
  await seatOf(page, "H8").click();
  await expectSeat(other, "H8", "held by someone else");
  await expect(page.getByText("Your seats go back on sale soon.")).toBeVisible();
  await expect(buyerNotice(page)).toContainText("Time is up: H8 went back on sale.");
  await expectSeat(page, "H8", "available");
  await expectSeat(other, "H8", "available");
  await seatOf(other, "H8").click();
  await expectSeat(other, "H8", "yours, held");
  await expectSeat(page, "H8", "held by someone else");
});

test("one press gives me more time", async ({ page }) => {
  await openShow(page);
  await seatOf(page, "H5").click();
  await expect(countdownOf(page)).toHaveAccessibleName(/: 0:0[1-6]$/);
  await page.getByRole("button", { name: "More time" }).filter({ visible: true }).click();
  await expect(buyerNotice(page)).toContainText("You have more time.");
  await expect(countdownOf(page)).toHaveAccessibleName(/: 0:(0[7-9]|10)$/);
  await expectSeat(page, "H5", "yours, held");
});

test("P16 wherever I am I learn which seats I lost, and can hold them again", async ({
  app,
  page,
  newBuyer,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/409/);
  await openShow(page);
  await seatOf(page, "H8").click();
  await expectSeat(page, "H8", "yours, held");
  await page.goto("/tickets");
  await expect(page.getByText("H8 held for you")).toBeVisible();
  await endHolds(app);
  await expect(page.getByText("Time is up: H8 went back on sale")).toBeVisible();
  await page.getByRole("button", { name: "Hold them again" }).click();
  await expect(page.getByText("H8 held for you")).toBeVisible();
  await expect(page.getByText("Time is up: H8 went back on sale")).toBeVisible();
  const other = await newBuyer();
  await openShow(other);
  await seatOf(other, "H8").click();
  await expectSeat(other, "H8", "yours, held");
  await page.getByRole("button", { name: "Hold them again" }).click();
  await expect(page.getByText("Someone was faster: H8 cannot be held again")).toBeVisible();
});
