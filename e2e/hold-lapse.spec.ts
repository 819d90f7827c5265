import { expect, test } from "./fixtures";
import { answer, clockOf, expectSeat, openShow, seatOf } from "./seat-page";

test.use({ appEnv: { HOLD_TTL_MS: "5000", HOLD_MAX_MS: "60000" } });

test.beforeEach(async ({ request }) => {
  expect((await request.post("/api/demo/reset")).ok()).toBe(true);
});

test("when my time is up my seats go back on sale, on every screen, and I am told", async ({
  page,
  newVisitor,
}) => {
  const other = await newVisitor();
  await Promise.all([openShow(page), openShow(other)]);
  await seatOf(page, "H8").click();
  await expectSeat(other, "H8", "held by someone else");
  await expect(page.getByText("Your seats go back on sale soon.")).toBeVisible();
  await expect(answer(page)).toContainText("Time is up: H8 went back on sale.");
  await expectSeat(page, "H8", "available");
  await expectSeat(other, "H8", "available");
  await seatOf(other, "H8").click();
  await expectSeat(other, "H8", "yours, held");
  await expectSeat(page, "H8", "held by someone else");
});

test("one press gives me more time", async ({ page }) => {
  await openShow(page);
  await seatOf(page, "H5").click();
  await expect(clockOf(page)).toHaveAccessibleName(/: 0:0[1-3]$/);
  await page.getByRole("button", { name: "More time" }).filter({ visible: true }).click();
  await expect(answer(page)).toContainText("You have more time.");
  await expect(clockOf(page)).toHaveAccessibleName(/: 0:0[45]$/);
  await expectSeat(page, "H5", "yours, held");
});
