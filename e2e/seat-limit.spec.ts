import { expect, test } from "./fixtures";
import { buyerNotice, expectSeat, openShow, seatOf } from "./seat-page";

test.use({ appEnv: { MAX_SEATS_PER_HOLD: "2" } });

test("M4 the page knows how many seats the server allows, and says so before I ask for more", async ({
  page,
}) => {
  await openShow(page);
  await expect(page.getByText(/Up to 2 seats\./).filter({ visible: true })).toBeVisible();
  const more = page.getByRole("button", { name: "One more" });
  await expect(more).toHaveAttribute("aria-disabled", "true");
  for (const label of ["E7", "E8"]) {
    await seatOf(page, label).click();
    await expectSeat(page, label, "yours, held");
  }
  await expect(page.getByRole("button", { name: /^Add/ })).toBeDisabled();
  await seatOf(page, "E9").click();
  await expect(buyerNotice(page)).toContainText("You can hold up to 2 seats for one show.");
  await expectSeat(page, "E9", "available");
});
