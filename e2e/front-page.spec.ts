import { openDemoDay } from "./checkout-page";
import { expect, test } from "./fixtures";

test("I see what is on, when, where, for how much, and how many seats are left", async ({ page }) => {
  await openDemoDay(page);
  await expect(page.getByRole("heading", { level: 1, name: "Now showing" })).toBeVisible();
  const movie = page.getByRole("article", { name: "Row A, Midnight" });
  await expect(movie).toContainText("Two strangers hold tickets for the same seat.");
  await expect(movie).toContainText("104 min");
  const show = movie.getByRole("link", { name: /20:00/ });
  await expect(show).toContainText("Hall 2");
  await expect(show).toContainText("from 90\u00a0000\u00a0₫");
  await expect(show).toContainText(/seats? left|Last|Sold out/);
  await show.click();
  await expect(page).toHaveURL("/shows/demo");
});

test("I look at another day, and the address remembers it", async ({ page }) => {
  await page.goto("/");
  const days = page.getByRole("navigation", { name: "Days" }).getByRole("link");
  await expect(days.first()).toHaveAttribute("aria-current", "true");
  await days.nth(2).click();
  await expect(days.nth(2)).toHaveAttribute("aria-current", "true");
  await expect(page).toHaveURL(/\?day=\d{4}-\d\d-\d\d/);
  await expect(page.getByRole("article").first()).toBeVisible();
  await page.reload();
  await expect(days.nth(2)).toHaveAttribute("aria-current", "true");
});

test("I read it in Vietnamese because my browser asks for it, and in English because I choose it", async ({
  newBuyer,
}) => {
  const page = await newBuyer({ locale: "vi-VN" });
  await openDemoDay(page);
  await expect(page.locator("html")).toHaveAttribute("lang", "vi");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Đang chiếu");
  await expect(page.getByRole("heading", { name: "Hàng Ghế A, Nửa Đêm" }).first()).toBeVisible();
  await page.getByRole("link", { name: "Switch to English" }).click();
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Now showing");
  await page.goto("/tickets");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("No tickets yet");
});

test("I choose the light theme in a dark world and it stays, from the first byte", async ({ newBuyer }) => {
  const page = await newBuyer({ colorScheme: "dark" });
  await page.goto("/");
  const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const dark = await ground();
  await page.getByRole("link", { name: "Light theme" }).click();
  await expect.poll(ground).not.toBe(dark);
  await expect(page.getByRole("link", { name: "Dark theme" })).toBeFocused();
  const light = await ground();
  const answer = await page.reload();
  expect(await answer?.text()).toContain('data-theme="light"');
  expect(await ground()).toBe(light);
  await page.getByRole("link", { name: "Dark theme" }).click();
  await expect.poll(ground).toBe(dark);
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain("theme");
});

test("without JavaScript I can still choose a day, a language, a theme and a show", async ({ newBuyer }) => {
  const page = await newBuyer({ javaScriptEnabled: false, colorScheme: "dark" });
  await page.goto("/");
  await page.getByRole("navigation", { name: "Days" }).getByRole("link").nth(1).click();
  await expect(page).toHaveURL(/\?day=/);
  const address = page.url();
  await page.getByRole("link", { name: "Đổi sang tiếng Việt" }).click();
  await expect(page).toHaveURL(address);
  await expect(page.locator("html")).toHaveAttribute("lang", "vi");
  await page.getByRole("link", { name: "Giao diện sáng" }).click();
  await expect(page).toHaveURL(address);
  await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
  await page.getByRole("article").first().getByRole("link").first().click();
  await expect(page).toHaveURL(/\/shows\//);
});

test("the language switch never leads me off the site", async ({ page }) => {
  for (const back of ["//example.com", "/\\example.com", "https://example.com", "/%09/example.com"]) {
    const answer = await page.request.get(`/preferences?language=vi&back=${encodeURIComponent(back)}`, {
      maxRedirects: 0,
    });
    expect(answer.status()).toBe(303);
    expect(new URL(answer.headers().location ?? "", "http://home").host).toBe("home");
  }
});

test("a wrong address is answered in the same hand", async ({ page, allowConsoleErrors }) => {
  allowConsoleErrors(/404/);
  const answer = await page.goto("/no/such/page");
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole("heading", { name: "Nobody sits here" })).toBeVisible();
  await page.getByRole("link", { name: "Back to the programme" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Now showing");
});

test("everything on the page comes from the site itself", async ({ app, page }) => {
  const elsewhere: string[] = [];
  page.on("request", (request) => {
    if (!request.url().startsWith(app.url) && !request.url().startsWith("data:"))
      elsewhere.push(request.url());
  });
  await page.goto("/", { waitUntil: "networkidle" });
  expect(elsewhere).toEqual([]);
});

test("I skip the header with one key", async ({ page }) => {
  await page.goto("/");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/#content$/);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("main").locator(":focus")).toBeVisible();
});

test("nothing is wider than a small phone", async ({ newBuyer }) => {
  for (const locale of ["en-GB", "vi-VN"]) {
    const page = await newBuyer({ locale, viewport: { width: 320, height: 640 } });
    for (const path of ["/", "/tickets", "/docs/api"]) {
      await page.goto(path);
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
        `${path} in ${locale}`,
      ).toBeLessThanOrEqual(0);
    }
  }
});
