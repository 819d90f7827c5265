import { expect, test } from "./fixtures";
import { countdownOf, expectSeat, openShow, seatOf } from "./seat-page";

test.use({ appEnv: { HOLD_TTL_MS: "60000", HOLD_MAX_MS: "60000" } });

test("when my hold has reached the longest time a hold may last, I am not offered more", async ({ page }) => {
  await openShow(page);
  await seatOf(page, "H5").click();
  await expectSeat(page, "H5", "yours, held");
  await expect(countdownOf(page)).toBeVisible();
  await expect(page.getByText("This hold cannot be made longer.")).toBeVisible();
  await expect(page.getByRole("button", { name: "More time" })).toHaveCount(0);
});
