import { CARDS, endHolds, fillDetails, ledger, openCheckout, payWith, resetDemo } from "./checkout-page";
import { expect, test } from "./fixtures";

test.beforeEach(({ request }) => resetDemo(request));

test("I see what I am buying, pay, and have my ticket", async ({ app, page }) => {
  await openCheckout(page, ["E5", "E6", "K1", "K2"]);
  const order = page.getByRole("complementary", { name: "Your seats" });
  await expect(order.getByRole("listitem")).toHaveText([/E5.*VIP/, /E6.*VIP/, /K1.*Couple/, /K2.*Couple/]);
  await expect(order).toContainText("510\u00a0000\u00a0₫");
  await fillDetails(page);
  await payWith(page, CARDS.approves);
  await expect(page).toHaveURL(/\/tickets\/[A-Z0-9]+\?new/);
  await expect(page.getByText("These seats are yours.")).toBeVisible();
  await expect(page.getByText("Trần Lan")).toBeVisible();
  expect(await ledger(app)).toEqual({ payments: ["captured"], sold: ["E5", "E6", "K1", "K2"] });
});

test("a declined card costs me nothing and I keep my seats for another try", async ({
  app,
  page,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/402/);
  await openCheckout(page, ["E5"]);
  await fillDetails(page);
  await payWith(page, CARDS.declines);
  await expect(page.getByRole("main").getByRole("alert")).toContainText("The card was declined");
  expect(await ledger(app)).toEqual({ payments: ["declined"], sold: [] });
  await payWith(page, CARDS.approves);
  await expect(page).toHaveURL(/\/tickets\//);
  expect(await ledger(app)).toEqual({ payments: ["declined", "captured"], sold: ["E5"] });
});

test("a slow bank keeps me informed and sells to me in the end", async ({ page }) => {
  await openCheckout(page, ["E5"]);
  await fillDetails(page);
  await payWith(page, CARDS.slow);
  await expect(page.getByText("Your bank is taking its time.")).toBeVisible();
  await expect(page).toHaveURL(/\/tickets\//);
});

test("what I forget is named beside its field, and nothing I typed is lost", async ({ page }) => {
  await openCheckout(page, ["E5"]);
  const name = page.getByLabel("Name");
  const email = page.getByLabel("E-mail");
  await email.fill("lan@example");
  await page.getByRole("button", { name: "Continue to payment" }).click();
  await expect(name).toBeFocused();
  await expect(name).toHaveAccessibleDescription("Please tell us a name for the ticket.");
  await expect(email).toHaveAccessibleDescription(/does not look like an e-mail address/);
  await expect(email).toHaveValue("lan@example");
  await fillDetails(page);

  const number = page.getByLabel("Card number");
  await number.fill("4111 1111 1111 1111");
  await page.getByLabel("Expires").fill("1240");
  await page.getByLabel("CVC").fill("123");
  await page.getByRole("button", { name: /^Pay / }).click();
  await expect(number).toBeFocused();
  await expect(number).toHaveAccessibleDescription(/Only the test cards above/);
  await expect(page.getByLabel("Expires")).toHaveValue("12/40");
});

test("a card that is not a test card never leaves my browser", async ({ page }) => {
  await openCheckout(page, ["E5"]);
  await fillDetails(page);
  const sent: string[] = [];
  page.on("request", (request) => sent.push(request.postData() ?? ""));
  await page.getByLabel("Card number").fill("4111 1111 1111 1111");
  await page.getByLabel("Expires").fill("12/40");
  await page.getByLabel("CVC").fill("123");
  await page.getByRole("button", { name: /^Pay / }).click();
  await expect(page.getByLabel("Card number")).toHaveAccessibleDescription(/Only the test cards/);
  expect(sent.filter((body) => body.includes("4111"))).toEqual([]);
});

test("entering payment gives me more time, once", async ({ page }) => {
  let extensions = 0;
  page.on("websocket", (socket) =>
    socket.on("framesent", ({ payload }) => {
      if (String(payload).includes("hold:extend")) extensions += 1;
    }),
  );
  await openCheckout(page, ["E5"]);
  await fillDetails(page);
  await expect(page.getByText("You have more time now")).toBeVisible();
  await page.getByRole("button", { name: "Back to details" }).click();
  await expect(page.getByLabel("Name")).toHaveValue("Trần Lan");
  await page.getByRole("button", { name: "Continue to payment" }).click();
  await page.reload();
  await fillDetails(page);
  await payWith(page, CARDS.approves);
  await expect(page).toHaveURL(/\/tickets\//);
  expect(extensions).toBe(1);
});

test("after a refresh my name and e-mail are still there, my card is not", async ({ page }) => {
  await openCheckout(page, ["E5"]);
  await fillDetails(page);
  await page.getByRole("button", { name: CARDS.approves }).click();
  await page.reload();
  await expect(page.getByLabel("Name")).toHaveValue("Trần Lan");
  await expect(page.getByLabel("E-mail")).toHaveValue("lan@example.com");
  await page.getByRole("button", { name: "Continue to payment" }).click();
  await expect(page.getByLabel("Card number")).toHaveValue("");
});

test("when the answer to my payment is lost, it is asked for again and I pay once", async ({
  app,
  page,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/ERR_FAILED/);
  await openCheckout(page, ["E5"]);
  await fillDetails(page);
  let lost = 0;
  await page.route("**/pay", async (route) => {
    await route.fetch();
    lost += 1;
    if (lost === 1) await route.abort();
    else await route.continue();
  });
  await payWith(page, CARDS.approves);
  await expect(page).toHaveURL(/\/tickets\//);
  expect(lost).toBe(2);
  expect(await ledger(app)).toEqual({ payments: ["captured"], sold: ["E5"] });
});

test("when no answer comes at all I am told so and can ask again without paying twice", async ({
  app,
  page,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/ERR_FAILED/);
  await openCheckout(page, ["E5"]);
  await fillDetails(page);
  await page.route("**/pay", async (route) => {
    await route.fetch();
    await route.abort();
  });
  await payWith(page, CARDS.approves);
  await expect(page.getByRole("main").getByRole("alert")).toContainText(
    "We have not heard whether it went through",
  );
  await page.unroute("**/pay");
  await page.getByRole("button", { name: "Ask again" }).click();
  await expect(page).toHaveURL(/\/tickets\//);
  expect(await ledger(app)).toEqual({ payments: ["captured"], sold: ["E5"] });
});

test("seats I add in another window are not sold to me unseen", async ({ app, page }) => {
  const holdId = await openCheckout(page, ["E5"]);
  await fillDetails(page);
  await payWith(page, CARDS.slow);
  await expect.poll(async () => (await ledger(app)).payments).toEqual(["asking"]);
  const answer = await page.request.post("/api/holds", { data: { showId: "demo", seats: ["E6"], holdId } });
  expect([answer.status(), (await answer.json()).code]).toEqual([409, "payment_under_way"]);
  await expect(page).toHaveURL(/\/tickets\//);
  expect(await ledger(app)).toEqual({ payments: ["captured"], sold: ["E5"] });
});

test("when my time runs out before the bank answers, I am told and charged nothing", async ({
  app,
  page,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/410/);
  await openCheckout(page, ["E5"]);
  await fillDetails(page);
  await payWith(page, CARDS.slow);
  await expect.poll(async () => (await ledger(app)).payments).toEqual(["asking"]);
  await endHolds(app);
  await expect(page.getByRole("main").getByRole("alert")).toContainText(
    "Your time ran out before the bank answered",
  );
  expect(await ledger(app)).toEqual({ payments: ["voided"], sold: [] });
  await page.getByRole("link", { name: "Pick seats again" }).click();
  await expect(page).toHaveURL(/\/shows\/demo/);
});

test("when my time runs out while I type, the page says so and shows the way back", async ({ app, page }) => {
  await openCheckout(page, ["E5"]);
  await expect(page.getByRole("timer")).toBeVisible();
  await page.getByLabel("Name").fill("Trần Lan");
  await endHolds(app);
  await expect(page.getByRole("heading", { name: "Your hold of E5 has ended" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Pick seats again" })).toBeVisible();
});

test("more time is one press away", async ({ page }) => {
  await openCheckout(page, ["E5"]);
  const clock = page.getByRole("timer");
  const secondsLeft = async () => {
    const [, minutes, seconds] = /(\d+):(\d\d)/.exec((await clock.getAttribute("aria-label")) ?? "") ?? [];
    return Number(minutes) * 60 + Number(seconds);
  };
  await expect.poll(secondsLeft).toBeLessThan(117);
  const before = await secondsLeft();
  await page.getByRole("button", { name: "More time" }).click();
  await expect.poll(secondsLeft).toBeGreaterThan(before);
});

test("someone who has the address of my checkout sees neither my seats nor my name", async ({
  page,
  newBuyer,
}) => {
  await openCheckout(page, ["E5"]);
  const stranger = await newBuyer();
  await stranger.goto(page.url());
  await expect(stranger.getByRole("heading", { name: "This hold has ended" })).toBeVisible();
});

test("letting go in another tab ends my checkout with a way back", async ({ page, context }) => {
  const holdId = await openCheckout(page, ["E5"]);
  await expect(page.getByRole("timer")).toBeVisible();
  await context.request.delete(`/api/holds/${holdId}`);
  await expect(page.getByRole("heading", { name: "Your hold of E5 has ended" })).toBeVisible();
  await page.getByRole("link", { name: "Pick seats again" }).click();
  await expect(page).toHaveURL(/\/shows\/demo/);
});

test("paying in one tab sends the other to my ticket", async ({ page, context }) => {
  await openCheckout(page, ["E5"]);
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(other.getByRole("timer")).toBeVisible();
  await fillDetails(page);
  await payWith(page, CARDS.approves);
  await expect(page).toHaveURL(/\/tickets\//);
  await other.getByRole("link", { name: "E5" }).click();
  await expect(other.getByRole("heading", { level: 1 })).toHaveText("Row A, Midnight");
});
