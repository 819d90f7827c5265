import type { Locator, Page } from "playwright/test";
import { CARDS, openDemoDay, resetDemo } from "./checkout-page";
import { expect, test } from "./fixtures";

// As most people see it: with all that moves.
test.use({ contextOptions: { reducedMotion: "no-preference" } });

test.beforeEach(({ request }) => resetDemo(request));

test("with the keyboard alone I go from the programme to my ticket", async ({ page }) => {
  await openDemoDay(page);
  await press(
    page,
    page.getByRole("article", { name: "Row A, Midnight" }).getByRole("link", { name: /20:00/ }),
  );
  await expect(page).toHaveURL("/shows/demo");
  await press(page, page.getByRole("button", { name: /^Hold the best/ }));
  await press(page, page.getByRole("link", { name: /^Continue to payment/ }));
  await expect(page).toHaveURL(/\/checkout\/demo/);
  await tabTo(page, page.getByLabel("Name"));
  await page.keyboard.type("Trần Lan");
  await page.keyboard.press("Tab");
  await page.keyboard.type("lan@example.com");
  await page.keyboard.press("Enter");
  await press(page, page.getByRole("button", { name: CARDS.approves }));
  await press(page, page.getByRole("button", { name: /^Pay / }));
  await expect(page).toHaveURL(/\/tickets\//);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Row A, Midnight");
});

test("on a phone, in Vietnamese, I buy two seats with my thumb", async ({ newBuyer }) => {
  const page = await newBuyer({
    viewport: { width: 360, height: 740 },
    locale: "vi-VN",
    hasTouch: true,
    isMobile: true,
  });
  await openDemoDay(page);
  await page.getByRole("article", { name: "Hàng Ghế A, Nửa Đêm" }).getByRole("link", { name: /20:00/ }).tap();
  await expect(page).toHaveURL("/shows/demo");
  await page.getByRole("button", { name: /^Giữ 2 ghế đẹp nhất/ }).tap();
  await page
    .getByRole("link", { name: /thanh toán/ })
    .filter({ visible: true })
    .tap();
  await expect(page).toHaveURL(/\/checkout\/demo/);
  await page.getByLabel("Họ tên").fill("Trần Lan");
  await page.getByLabel("E-mail").fill("lan@example.com");
  await page.getByRole("button", { name: "Tiếp tục thanh toán" }).tap();
  await page.getByRole("button", { name: /Chấp nhận/ }).tap();
  await page.getByRole("button", { name: /^Thanh toán / }).tap();
  await expect(page).toHaveURL(/\/tickets\//);
  await expect(page.getByRole("article").getByRole("listitem")).toHaveCount(2);
});

async function press(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press("Enter");
}

/** Goes forward until the target has the focus; fails if the whole page has been walked without meeting it. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let steps = 0; steps < 100; steps += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error("Tab never reached it");
}
