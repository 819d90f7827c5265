import { readFile } from "node:fs/promises";
import { buyTicket, ledger, moveDemo, resetDemo } from "./checkout-page";
import { expect, test } from "./fixtures";

test.beforeEach(({ request }) => resetDemo(request));

test("I find my ticket again, with its seats, its code and who it is for", async ({ page }) => {
  await page.goto("/tickets");
  await expect(page.getByRole("heading", { name: "No tickets yet" })).toBeVisible();
  const reference = await buyTicket(page, ["E5", "E6"]);
  await page.reload();
  await page.getByRole("link", { name: /Row A, Midnight/ }).click();
  await expect(page).toHaveURL(`/tickets/${reference}`);
  await expect(page.getByRole("heading", { name: "Seats" })).toBeVisible();
  await expect(page.getByRole("article").getByRole("listitem")).toHaveText(["E5", "E6"]);
  await expect(page.getByRole("img", { name: `QR code of booking ${reference}` })).toBeVisible();
  await expect(page.getByText("Trần Lan")).toBeVisible();
});

test("M6 my ticket and my list say when the show is now, also after it was put off", async ({
  app,
  page,
}) => {
  const reference = await buyTicket(page, ["E5"]);
  await page.goto(`/tickets/${reference}`);
  const day = page.getByRole("definition").first();
  const before = (await day.textContent()) ?? "";
  await page.goto("/tickets");
  const entry = page.getByRole("link", { name: /Row A, Midnight/ });
  const listedBefore = (await entry.textContent()) ?? "";
  await moveDemo(app, 30);
  await page.reload();
  await expect(entry).not.toHaveText(listedBefore);
  await page.goto(`/tickets/${reference}`);
  await expect(day).not.toHaveText(before);
  await moveDemo(app, -30);
});

test("I put the show into my calendar", async ({ page }) => {
  const reference = await buyTicket(page, ["E5"]);
  await page.goto(`/tickets/${reference}`);
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Add to calendar" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe(`last-seat-${reference}.ics`);
  const calendar = await readFile(await file.path(), "utf8");
  expect(calendar).toMatch(/^BEGIN:VCALENDAR\r\n/);
  expect(calendar).toContain("SUMMARY:Row A\\, Midnight");
  expect(calendar).toMatch(/DTSTART:\d{8}T130000Z/);
  expect(calendar.split("\r\n").every((line) => Buffer.byteLength(line) <= 75)).toBe(true);
});

test("I print the ticket and nothing else", async ({ page }) => {
  const reference = await buyTicket(page, ["E5"]);
  await page.goto(`/tickets/${reference}`);
  await page.evaluate(() => {
    window.print = () => document.documentElement.setAttribute("data-printed", "");
  });
  await page.getByRole("button", { name: "Print" }).click();
  await expect(page.locator("html[data-printed]")).toBeAttached();
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("article")).toBeVisible();
  await expect(page.getByRole("banner")).toBeHidden();
  await expect(page.getByRole("contentinfo")).toBeHidden();
  await expect(page.getByRole("button", { name: "Cancel this booking" })).toBeHidden();
});

test("I cancel after being asked, my seats are free for others and my money comes back", async ({
  app,
  page,
  newBuyer,
}) => {
  const reference = await buyTicket(page, ["E5", "E6"]);
  await page.goto(`/tickets/${reference}`);
  await page.getByRole("button", { name: "Cancel this booking" }).click();
  const question = page.getByRole("dialog", { name: "Give these seats back?" });
  await expect(question).toContainText("E5, E6");
  await question.getByRole("button", { name: "Keep my seats" }).click();
  await expect(question).toBeHidden();
  expect((await ledger(app)).sold).toEqual(["E5", "E6"]);

  await page.getByRole("button", { name: "Cancel this booking" }).click();
  await question.getByRole("button", { name: "Yes, cancel" }).click();
  await expect(page.getByText("The seats are free again.")).toBeVisible();
  await expect(page.getByRole("img", { name: /QR code/ })).toBeHidden();
  await expect(page.getByRole("button", { name: "Cancel this booking" })).toBeHidden();
  await buyTicket(await newBuyer(), ["E5"]);
  await expect.poll(async () => (await ledger(app)).payments).toEqual(["refunded", "captured"]);
});

test("a stranger who knows my reference does not get my ticket", async ({
  page,
  newBuyer,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/40[34]/);
  const reference = await buyTicket(page, ["E5"]);
  const stranger = await newBuyer();
  await stranger.goto(`/tickets/${reference}`);
  await expect(stranger.getByRole("heading", { name: "This ticket belongs to someone else" })).toBeVisible();
  await expect(stranger.getByText("Trần Lan")).toBeHidden();
  expect((await stranger.request.get(`/tickets/${reference}/calendar`)).status()).toBe(403);
  const missing = await stranger.goto("/tickets/XXXXXXXX");
  expect(missing?.status()).toBe(404);
  await expect(stranger.getByRole("heading", { name: "There is no such ticket" })).toBeVisible();
});
