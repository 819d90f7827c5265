import { setTimeout as delay } from "node:timers/promises";
import type { Page } from "playwright/test";
import { expect, test } from "./fixtures";

test("a newcomer wins against naive, names the interleaving, and shares it", async ({ page, newBuyer }) => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await begin(page, "Naive: look, then write");
  await press(page, "A: look");
  await press(page, "B: look");
  await press(page, "A: write");
  await expect(page.getByText(/^sold to buyer A/)).toBeVisible();
  await press(page, "B: write");
  await expect(page.getByText("You sold A1 twice")).toBeVisible();
  await expect(page.getByText(/^sold to buyer B/)).toBeVisible();

  await page.getByLabel("Name").fill("Both look first");
  await page.getByRole("button", { name: "Keep it" }).click();
  await expect(page.getByText("Both look first")).toBeVisible();
  const share = page.getByRole("form", { name: "Keep this interleaving" });
  await share.getByRole("button", { name: "Copy link" }).click();
  await expect(share.getByRole("button", { name: "Copied" })).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());

  const other = await newBuyer();
  await other.goto(link);
  await expect(other.getByText("Shared with you: Both look first")).toBeVisible();
  await expect(other.getByText("You sold A1 twice")).toBeVisible();
});

test("L31 a win says par, can be taken back, and leads on; another opponent clears the board", async ({
  page,
}) => {
  await page.goto("/lab/scheduler?strategy=naive&moves=ABAB");
  await expect(page.getByRole("heading", { name: "You sold A1 twice" })).toBeVisible();
  await expect(page.getByText("In 4 moves, which is par.")).toBeVisible();

  await page.getByRole("button", { name: "Take back" }).first().click();
  await expect(page.getByRole("button", { name: "B: write" })).toBeEnabled();
  await expect(page.getByRole("list", { name: "Your moves" }).getByRole("listitem")).toHaveCount(3);
  await press(page, "B: write");
  await expect(page.getByRole("heading", { name: "You sold A1 twice" })).toBeVisible();

  await page.getByRole("button", { name: "Next: Row lock (FOR UPDATE)" }).click();
  await expect(page.getByRole("button", { name: "A: look" })).toBeEnabled();
  await expect(page.getByRole("radio", { name: "Row lock (FOR UPDATE)" })).toBeChecked();

  await page.getByRole("radio", { name: "Fenced lock" }).check({ force: true });
  await expect(page.getByRole("region", { name: "The board" })).toBeHidden();
});

test("L31 keys are spoken of where there are keys", async ({ page, newBuyer }) => {
  await begin(page, "Naive: look, then write");
  await expect(page.getByText("the keys A and B press as well")).toBeVisible();
  const phone = await newBuyer({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } });
  await begin(phone, "Naive: look, then write");
  await expect(phone.getByText("the keys A and B press as well")).toBeHidden();
});

test("a newcomer cannot break the row lock, sees who blocks whom, gives up and reads why", async ({
  page,
}) => {
  await begin(page, "Row lock (FOR UPDATE)");
  await press(page, "A: look");
  await press(page, "B: look");
  await expect(page.getByText("Blocked inside “look”")).toBeVisible();
  await expect(page.getByText(/waits for backend \d+: that is buyer A/)).toBeVisible();
  await press(page, "A: write");
  await press(page, "A: commit");
  // The second look comes back by itself, and finds the sale.
  const buyerB = page.getByRole("article", { name: "Buyer B" });
  await expect(buyerB.getByText("found it sold")).toBeVisible();
  await expect(buyerB.getByText("was told: refused")).toBeVisible();
  await expect(page.getByText("The seat was sold once")).toBeVisible();
  await page.getByRole("button", { name: "I give up" }).click();
  await expect(page.getByText(/does not return until the first has committed/)).toBeVisible();
});

test("a lock that lapses is watched counting down, and sold past", async ({ page }) => {
  await begin(page, "Redis lock, as in the article");
  await press(page, "A: ask for the lock");
  await expect(page.getByText(/^lapses in /)).toBeVisible();
  await press(page, "A: look");
  await page.getByRole("button", { name: "Wait until the lock lapses" }).click();
  await expect(page.getByRole("button", { name: "B: ask for the lock" })).toBeEnabled();
  await press(page, "B: ask for the lock");
  await press(page, "B: look");
  await press(page, "A: write");
  await press(page, "B: write");
  await expect(page.getByText("You sold A1 twice")).toBeVisible();
});

test("a frozen buyer is stopped by the fence", async ({ page }) => {
  await begin(page, "Fenced lock");
  for (const step of ["ask for the lock", "take a fence number", "look"]) await press(page, `A: ${step}`);
  await page.getByRole("button", { name: "Freeze A" }).click();
  await expect(page.getByText(/^Frozen \(SIGSTOP\)/)).toBeVisible();
  await page.getByRole("button", { name: "Wait until the lock lapses" }).click();
  await expect(page.getByRole("button", { name: "B: ask for the lock" })).toBeEnabled();
  for (const step of ["ask for the lock", "take a fence number"]) await press(page, `B: ${step}`);
  await expect(
    page.getByText("Buyer A holds fence 1, the row is at 2: its write will be refused."),
  ).toBeVisible();
  await page.getByRole("button", { name: "Wake A" }).click();
  await press(page, "A: write");
  await expect(page.getByRole("article", { name: "Buyer A" }).getByText("no row changed")).toBeVisible();
});

test("on a slow connection the first press waits for it and is not lost", async ({ page }) => {
  await page.routeWebSocket(/socket\.io/, async (socket) => {
    await delay(2_000);
    socket.connectToServer();
  });
  await begin(page, "Naive: look, then write");
  await press(page, "A: look");
  await expect(page.getByText("found it free")).toBeVisible();
});

async function begin(page: Page, strategy: string): Promise<void> {
  await page.goto("/lab/scheduler");
  await page.getByRole("radio", { name: strategy }).check({ force: true });
  await page.getByRole("button", { name: "Begin" }).click();
  await expect(page.getByRole("region", { name: "The board" })).toBeVisible();
}

async function press(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name, exact: true }).click();
}
