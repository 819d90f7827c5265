/** Every page of the box office besides the seat map, in both themes, looked at by axe. */
import type { Page } from "playwright/test";
import { violationsOn } from "./axe";
import { buyTicket, fillDetails, openCheckout, resetDemo } from "./checkout-page";
import { expect, test } from "./fixtures";

test.beforeEach(({ request }) => resetDemo(request));

for (const colorScheme of ["light", "dark"] as const) {
  test(`axe finds nothing wrong on any page in the ${colorScheme} theme`, async ({
    newBuyer,
    allowConsoleErrors,
  }) => {
    allowConsoleErrors(/404|402/);
    // Colours in the middle of a transition are nobody's.
    const page = await newBuyer({ colorScheme, reducedMotion: "reduce" });
    for (const path of ["/", "/tickets", "/docs/api", "/no/such/page", "/tickets/XXXXXXXX"]) {
      await page.goto(path);
      await expectNoViolations(page, path);
    }
    const reference = await buyTicket(page, ["E5", "E6"]);
    await page.goto(`/tickets/${reference}`);
    await expectNoViolations(page, "a ticket");
    await page.getByRole("button", { name: "Cancel this booking" }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await expectNoViolations(page, "the question before cancelling");
    await page.getByRole("button", { name: "Yes, cancel" }).click();
    await expect(page.getByText("The seats are free again.")).toBeVisible();
    await expectNoViolations(page, "a cancelled ticket");
    await page.goto("/tickets");
    await expectNoViolations(page, "my tickets");

    await openCheckout(page, ["E7"]);
    await expect(page.getByRole("timer")).toBeVisible();
    await page.getByRole("button", { name: "Continue to payment" }).click();
    await expectNoViolations(page, "the details with what is missing");
    await fillDetails(page);
    await page.getByRole("button", { name: /Declines/ }).click();
    await page.getByRole("button", { name: /^Pay / }).click();
    await expect(page.getByRole("main").getByRole("alert")).toContainText("declined");
    await expectNoViolations(page, "the payment after a declined card");
  });
}

async function expectNoViolations(page: Page, where: string): Promise<void> {
  expect(await violationsOn(page), where).toEqual([]);
}
