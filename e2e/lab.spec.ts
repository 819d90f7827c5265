import { readFileSync } from "node:fs";
import { expect, test } from "./fixtures";
import { openLab, raceStrategy, timesSold } from "./lab-page";

test("a newcomer watches the naive code sell A1 many times, and the row lock sell it once", async ({
  page,
}) => {
  await openLab(page, { thinkMs: 60 });

  const naive = await raceStrategy(page, "Naive: look, then write");
  const times = await timesSold(naive);
  expect(times).toBeGreaterThan(1);
  await expect(naive.getByText(`${times} people think they own it`)).toBeVisible();
  await expect(naive.getByText("wrote on a look that was no longer true")).toBeVisible();
  await expect(naive.getByText("server/strategies/naive.ts")).toBeVisible();

  const locked = await raceStrategy(page, "Row lock (FOR UPDATE)");
  expect(await timesSold(locked)).toBe(1);
  await expect(locked.getByText("One owner")).toBeVisible();

  const rows = page.getByRole("region", { name: "The table" }).getByRole("row");
  await expect(rows).toHaveCount(3);
  await expect(rows.nth(1).getByRole("cell").nth(3)).toHaveText(String(times - 1));
  await expect(rows.nth(2).getByRole("cell").nth(3)).toHaveText("0");
});

test("a learner compares two strategies side by side and takes the table away", async ({ page }) => {
  await openLab(page, { buyers: 20, thinkMs: 20 });
  await page.getByLabel("Side by side with").selectOption({ label: "One conditional update" });
  await page.getByRole("button", { name: "Race", exact: true }).click();
  await expect(
    page.getByRole("region", { name: "One conditional update" }).getByText("A1 sold once"),
  ).toBeVisible();
  await expect(
    page.getByRole("region", { name: "Naive: look, then write" }).getByText(/^A1 sold/),
  ).toBeVisible();
  // The same seed for both: the same buyers in the same order.
  const seeds = await page.getByText(/seed \d+/).allTextContents();
  expect(seeds).toHaveLength(2);
  expect(seeds[0]).toBe(seeds[1]);

  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download CSV" }).click();
  const lines = readFileSync(await (await downloading).path(), "utf8")
    .trim()
    .split("\r\n");
  expect(lines[0]).toMatch(/^strategy,fault,.*doubleBookings/);
  expect(lines.slice(1).map((line) => line.split(",")[0])).toEqual(["naive", "conditional-update"]);
});

for (const width of [1024, 1440]) {
  test(`L32 the setup keeps its shape, whatever is chosen (${width} px)`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto("/lab");
    const form = page.getByRole("form", { name: "Set up a race" });
    await expect(form.getByLabel("What goes wrong on side 2")).toBeDisabled();
    const fields = () =>
      form
        .getByRole("combobox")
        .or(form.getByRole("slider"))
        .or(form.getByRole("button"))
        .evaluateAll((all) => all.map((field) => JSON.stringify(field.getBoundingClientRect())));
    const before = await fields();
    const choose = (label: string, option: string) =>
      form.getByLabel(label, { exact: true }).selectOption({ label: option });
    await choose("Strategy", "Redlock on five nodes");
    await choose("What goes wrong", "The client's clock jumps");
    expect(await fields()).toEqual(before);
    await choose("Side by side with", "Redis lock, done right");
    await choose("What goes wrong on side 2", "Someone else's lock released");
    expect(await fields()).toEqual(before);
  });
}

test("a race shared by link is run again with the same settings and seed", async ({ page, newBuyer }) => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await openLab(page, { buyers: 12, thinkMs: 30 });
  await raceStrategy(page, "Naive: look, then write");
  const seed = await page.getByText(/seed \d+/).textContent();
  await page.getByRole("button", { name: /^Copy link: / }).click();
  await expect(page.getByRole("button", { name: "Copied" })).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());

  const other = await newBuyer();
  await other.goto(link);
  await expect(other.getByText("A shared race")).toBeVisible();
  await expect(other.getByText(/^A1 sold/)).toBeVisible();
  await expect(other.getByText(/seed \d+/)).toHaveText(seed ?? "");
  await expect(other.getByRole("textbox", { name: "Buyers" })).toHaveValue("12");
});

test("a learner with a keyboard walks through the timeline, and reads it as text", async ({ page }) => {
  // Long enough that everyone has looked, and found it free, before the first one writes.
  await openLab(page, { buyers: 8, thinkMs: 500 });
  const panel = await raceStrategy(page, "Naive: look, then write");
  const timeline = panel.getByRole("application");
  await timeline.focus();
  await page.keyboard.press("ArrowDown");
  await expect(panel.getByText(/^look [\d.]+ ms to [\d.]+ ms: found it free$/)).toBeVisible();
  await expect(panel.getByText(/^buyer-\d+, process [123]$/)).toBeVisible();
  // The step's own line is lit in the source.
  await expect(panel.locator("[data-highlighted]")).toContainText('step("check"');
  await page.keyboard.press("End");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await expect(panel.locator("[data-highlighted]")).toContainText('step("write"');
  await page.keyboard.press("Escape");

  await panel.getByText("The timeline as text").click();
  await expect(panel.getByRole("row")).toHaveCount(9);
  await expect(panel.getByRole("row").nth(1)).toContainText("look");
});

test("running all strategies fills the table and draws the bars", async ({ page }) => {
  await openLab(page, { buyers: 10, thinkMs: 10 });
  await page.getByRole("button", { name: "Run all strategies" }).click();
  await expect(page.getByRole("progressbar", { name: "Progress of all strategies" })).toBeVisible();
  const rows = page.getByRole("region", { name: "The table" }).getByRole("row");
  await expect(rows).toHaveCount(13, { timeout: 200_000 });
  await expect(page.getByRole("progressbar", { name: "Progress of all strategies" })).toBeHidden();
  await expect(
    page.getByRole("region", { name: "Times the seat was sold" }).getByRole("listitem"),
  ).toHaveCount(12);
});

test("a page that was reloaded in the middle of a race waits for it, and the lab survives a restart", async ({
  app,
  page,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/ERR_CONNECTION|WebSocket|429|Failed to load/);
  await openLab(page, { buyers: 10, thinkMs: 2000 });
  await page.getByRole("button", { name: "Race", exact: true }).click();
  await expect(page.getByText(/Running: /)).toBeVisible();
  await page.reload();
  await page.getByRole("button", { name: "Race", exact: true }).click();
  await expect(page.getByText(/^A1 sold/)).toBeVisible();

  await page.getByRole("button", { name: "Race", exact: true }).click();
  await expect(page.getByText(/Running: /)).toBeVisible();
  await app.kill();
  await expect(page.getByText("The connection is lost.")).toBeVisible();
  await app.start();
  await expect(page.getByText("stopped before its end")).toBeVisible();
});

test("on a phone the lab fits the screen", async ({ newBuyer }) => {
  const page = await newBuyer({ viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true });
  await openLab(page, { buyers: 30 });
  const panel = await raceStrategy(page, "Redis lock, as in the article");
  expect(await timesSold(panel)).toBe(1);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
});
