/** What I learn of my seats and my money when I do not stay at the till. */
import { CARDS, endHolds, fillDetails, ledger, openCheckout, payWith, resetDemo } from "./checkout-page";
import { expect, test } from "./fixtures";
import { buyerNotice, expectSeat, openShow, seatOf, untilLive } from "./seat-page";

test.beforeEach(({ request }) => resetDemo(request));

test("P14 when I leave the till the map says that I am paying, refuses changes, and tells me of my ticket", async ({
  page,
}) => {
  await openCheckout(page, ["E7", "E8"]);
  await fillDetails(page);
  await payWith(page, CARDS.slow);
  await page.getByRole("link", { name: "Change seats" }).click();
  await untilLive(page);
  await expect(page.getByText("Paying for E7, E8 …")).toBeVisible();
  await seatOf(page, "E9").click();
  await expect(buyerNotice(page)).toContainText("These seats are being paid for");
  await expectSeat(page, "E9", "available");
  await seatOf(page, "E7").click();
  await expect(buyerNotice(page)).toContainText("These seats are being paid for");
  await expect(page.getByText("Paid: E7, E8")).toBeVisible();
  await expect(page).toHaveURL(/\/shows\/demo/);
  await page.getByRole("link", { name: "Open the ticket" }).click();
  await expect(page).toHaveURL(/\/tickets\//);
  await expect(page.getByText("Paid: E7, E8")).toBeHidden();
});

test("P14 when I close the tab while the bank thinks, the front page tells me how it ended", async ({
  app,
  page,
  context,
}) => {
  await openCheckout(page, ["E7"]);
  await fillDetails(page);
  await payWith(page, CARDS.slow);
  await expect.poll(async () => (await ledger(app)).payments).toEqual(["asking"]);
  await page.close();
  const later = await context.newPage();
  await later.goto("/");
  await expect(later.getByText("Paying for E7 …")).toBeVisible();
  await expect(later.getByText("Paid: E7")).toBeVisible();
  expect(await ledger(app)).toEqual({ payments: ["captured"], sold: ["E7"] });
});

test("P14 when I leave and my card is declined, I am told, and can pay with another", async ({
  page,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/402/);
  await openCheckout(page, ["E7"]);
  await fillDetails(page);
  let leave = () => {};
  const left = new Promise<void>((resolve) => {
    leave = resolve;
  });
  await page.route("**/pay", async (route) => {
    await left;
    await route.continue();
  });
  await payWith(page, CARDS.declines);
  await page.getByRole("link", { name: "My tickets" }).click();
  await expect(page.getByText("Paying for E7 …")).toBeVisible();
  leave();
  await expect(page.getByText("Nothing was charged. Still held for you: E7.")).toBeVisible();
  await page.getByRole("link", { name: "Continue to payment" }).click();
  await fillDetails(page);
  await payWith(page, CARDS.approves);
  await expect(page).toHaveURL(/\/tickets\/[A-Z0-9]+/);
});

test("P14 when I come back to the till while the bank thinks, Pay waits for its answer", async ({ page }) => {
  await openCheckout(page, ["E7"]);
  await fillDetails(page);
  await payWith(page, CARDS.slow);
  await page.reload();
  await expect(page.getByText("Paying for E7 …")).toBeVisible();
  await fillDetails(page);
  await expect(page.getByRole("button", { name: /^Pay / })).toBeDisabled();
  await expect(page.getByText("Paid: E7")).toBeVisible();
});

test("P15 without a connection the till says so at once, and Pay waits", async ({ page, context }) => {
  await openCheckout(page, ["E7"]);
  await fillDetails(page);
  const pay = page.getByRole("button", { name: /^Pay / });
  await expect(pay).toBeEnabled();
  await context.setOffline(true);
  await expect(page.getByText("Connection lost")).toBeVisible();
  await expect(pay).toBeDisabled();
  await context.setOffline(false);
  await expect(pay).toBeEnabled();
});

test("P15 when the connection goes after I have paid, I keep my reference, and the ticket opens when it is back", async ({
  page,
  context,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/ERR_INTERNET_DISCONNECTED|Failed to fetch/);
  await openCheckout(page, ["E7"]);
  await fillDetails(page);
  await page.route("**/pay", async (route) => {
    const response = await route.fetch();
    await context.setOffline(true);
    await route.fulfill({ response });
  });
  await payWith(page, CARDS.approves);
  await expect(page.getByText(/Paid: E7\. Your reference is [A-Z0-9]{8}\./)).toBeVisible();
  await context.setOffline(false);
  await expect(page).toHaveURL(/\/tickets\/[A-Z0-9]+/);
});

test("P15 when the answer is lost with the connection, it is asked for by itself once it is back", async ({
  app,
  page,
  context,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/ERR_/);
  await openCheckout(page, ["E7"]);
  await fillDetails(page);
  await page.route("**/pay", async (route) => {
    await route.fetch();
    await context.setOffline(true);
    await route.abort();
  });
  await payWith(page, CARDS.approves);
  await expect(page.getByRole("main").getByRole("alert")).toContainText("We have not heard");
  await expect(page.getByRole("button", { name: "Ask again" })).toBeDisabled();
  await page.unroute("**/pay");
  await context.setOffline(false);
  await expect(page).toHaveURL(/\/tickets\/[A-Z0-9]+/);
  expect(await ledger(app)).toEqual({ payments: ["captured"], sold: ["E7"] });
});

test("P16 wherever I go I am reminded of my hold", async ({ page }) => {
  await openShow(page);
  await seatOf(page, "E7").click();
  await expectSeat(page, "E7", "yours, held");
  for (const path of ["/", "/tickets"]) {
    await page.goto(path);
    await expect(page.getByText("E7 held for you")).toBeVisible();
    await expect(page.getByRole("timer")).toBeVisible();
  }
  await page.getByRole("link", { name: "Continue to payment" }).click();
  await fillDetails(page);
});

test("P16 a lapsed hold on the map is one press away", async ({ app, page }) => {
  await openShow(page);
  await seatOf(page, "E7").click();
  await expectSeat(page, "E7", "yours, held");
  await endHolds(app);
  await expect(buyerNotice(page)).toContainText("E7 went back on sale");
  await page.getByRole("button", { name: "Hold them again" }).click();
  await expectSeat(page, "E7", "yours, held");
});

test("P16 a lapsed hold at the till names the seats and can be held again", async ({ app, page }) => {
  await openCheckout(page, ["E7", "E8"]);
  await expect(page.getByRole("timer")).toBeVisible();
  await endHolds(app);
  await expect(page.getByRole("heading", { name: "Your hold of E7, E8 has ended" })).toBeVisible();
  await page.getByRole("button", { name: "Hold them again" }).click();
  await fillDetails(page);
  await payWith(page, CARDS.approves);
  await expect(page).toHaveURL(/\/tickets\//);
});
