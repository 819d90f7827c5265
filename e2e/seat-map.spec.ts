import type { Locator, Page } from "playwright/test";
import { expect, test } from "./fixtures";
import {
  buyerNotice,
  continueLink,
  countdownOf,
  expectSeat,
  labelsOf,
  openShow,
  seatOf,
  seatsThatAre,
  untilLive,
} from "./seat-page";

test.beforeEach(async ({ request }) => {
  expect((await request.post("/api/demo/reset")).ok()).toBe(true);
});

test("the whole room can be read before any script has run", async ({ newBuyer }) => {
  const page = await newBuyer({ javaScriptEnabled: false });
  await page.goto("/shows/demo");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Row A, Midnight");
  await expect(page.getByRole("gridcell")).toHaveCount(158);
  await expect(seatOf(page, "E8")).toHaveAccessibleName("Row E, seat 8, VIP, 120\u00a0000\u00a0₫, available");
  await expect(page.getByText("158 seats left")).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: "Couple seat" })).toContainText("135");
});

test("nothing moves when the map goes live, nor when I come back to seats I hold", async ({ page }) => {
  await page.addInitScript(() => {
    const shifts: string[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const sources = "sources" in entry && Array.isArray(entry.sources) ? entry.sources : [];
        shifts.push(sources.map(({ node }) => node?.outerHTML ?? node?.textContent ?? "?").join(" "));
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
  const shifted = () =>
    page.evaluate(() => ("shifts" in window && Array.isArray(window.shifts) ? window.shifts : ["unknown"]));
  await openShow(page);
  expect(await shifted()).toEqual([]);
  await seatOf(page, "E8").click();
  await expectSeat(page, "E8", "yours, held");
  await page.reload();
  await untilLive(page);
  await expectSeat(page, "E8", "yours, held");
  expect(await shifted()).toEqual([]);
});

test("the first rows of a page that is still on its way stand where they will", async ({ newBuyer }) => {
  const page = await newBuyer({ javaScriptEnabled: false });
  await page.goto("/shows/demo");
  const place = await seatOf(page, "A1").boundingBox();
  await page.route("**/shows/demo", async (route) => {
    const response = await route.fetch();
    const [begun = ""] = (await response.text()).split('aria-label="Row F"');
    await route.fulfill({ response, body: begun });
  });
  await page.reload();
  await expect(seatOf(page, "E8")).toBeVisible();
  await expect(seatOf(page, "F1")).toHaveCount(0);
  expect(await seatOf(page, "A1").boundingBox()).toEqual(place);
});

test("I click a seat and it is mine; I click again and it is free", async ({ page, newBuyer }) => {
  const other = await newBuyer();
  await Promise.all([openShow(page), openShow(other)]);
  await seatOf(page, "E8").click();
  await expectSeat(page, "E8", "yours, held");
  await expect(seatOf(page, "E8")).toHaveAttribute("aria-selected", "true");
  await expectSeat(other, "E8", "held by someone else");
  await expect(other.getByText("157 seats left")).toBeVisible();
  await expect(other.getByRole("listitem").filter({ hasText: "E8 held" })).toBeVisible();
  await seatOf(page, "E8").click();
  await expectSeat(page, "E8", "available");
  await expectSeat(other, "E8", "available");
  await expect(other.getByText("158 seats left")).toBeVisible();
  await expect(page.getByText("2 watching")).toBeVisible();
});

test("a couple seat is held and let go as one", async ({ page }) => {
  await openShow(page);
  await seatOf(page, "K8").click();
  await expectSeat(page, "K7", "yours, held");
  await expectSeat(page, "K8", "yours, held");
  await expect(page.getByRole("button", { name: "Let go of K7, K8" })).toBeVisible();
  await seatOf(page, "K7").click();
  await expectSeat(page, "K7", "available");
  await expectSeat(page, "K8", "available");
});

test("eight seats are the most I can hold, and I am told so", async ({ page }) => {
  await openShow(page);
  for (const number of [5, 6, 7, 8, 9, 10, 11, 12]) {
    await seatOf(page, `B${number}`).click();
    await expectSeat(page, `B${number}`, "yours, held");
  }
  await seatOf(page, "C5").click();
  await expect(buyerNotice(page)).toContainText("You can hold up to 8 seats for one show.");
  await expectSeat(page, "C5", "available");
});

test("someone else's click moves neither my focus nor my scroll", async ({ page, newBuyer }) => {
  const other = await newBuyer();
  await Promise.all([openShow(page), openShow(other)]);
  await seatOf(page, "D8").focus();
  await page.evaluate(() => window.scrollTo(0, 60));
  const before = await page.evaluate(() => [window.scrollX, window.scrollY]);
  await seatOf(other, "D8").click();
  await seatOf(other, "D9").click();
  await expectSeat(page, "D8", "held by someone else");
  await expectSeat(page, "D9", "held by someone else");
  await expect(seatOf(page, "D8")).toBeFocused();
  expect(await page.evaluate(() => [window.scrollX, window.scrollY])).toEqual(before);
});

test("with the keyboard alone I find a seat, hold it and go on to pay", async ({ page }) => {
  await openShow(page);
  const grid = page.getByRole("grid");
  await tabTo(page, grid.locator(":focus"));
  await page.keyboard.press("Control+Home");
  await expect(seatOf(page, "A1")).toBeFocused();
  await page.keyboard.press("End");
  await expect(seatOf(page, "A16")).toBeFocused();
  await page.keyboard.press("PageDown");
  await expect(seatOf(page, "F16")).toBeFocused();
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowUp");
  await expect(seatOf(page, "E2")).toBeFocused();
  await page.keyboard.press("Enter");
  await expectSeat(page, "E2", "yours, held");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Space");
  await expectSeat(page, "E3", "yours, held");
  await page.keyboard.press("Enter");
  await expectSeat(page, "E3", "available");
  await expect(seatOf(page, "E3")).toBeFocused();
  await tabTo(page, continueLink(page).and(page.locator(":focus")));
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/checkout\/demo\?hold=/);
});

test("the map grows and shrinks by key, button and wheel, and shows the whole room again", async ({
  page,
}) => {
  await openShow(page);
  const seat = seatOf(page, "E8");
  const width = async () => (await seat.boundingBox())?.width ?? 0;
  const normal = await width();
  await page.getByRole("button", { name: "Zoom in" }).click();
  await expect.poll(width).toBeGreaterThan(normal * 1.2);
  await seat.focus();
  await page.keyboard.press("0");
  await expect.poll(width).toBeCloseTo(normal, 0);
  await page.keyboard.press("+");
  await expect.poll(width).toBeGreaterThan(normal * 1.2);
  await page.keyboard.press("-");
  await expect.poll(width).toBeCloseTo(normal, 0);
  await seat.hover();
  await page.keyboard.down("Control");
  await page.mouse.wheel(0, -200);
  await page.keyboard.up("Control");
  await expect.poll(width).toBeGreaterThan(normal * 1.5);
  await page.getByRole("button", { name: "Whole room" }).click();
  await expect.poll(width).toBeCloseTo(normal, 0);
});

test("a drag moves the room and holds nothing", async ({ page }) => {
  await openShow(page);
  await page.getByRole("button", { name: "Zoom in" }).click();
  await page.getByRole("button", { name: "Zoom in" }).click();
  const box = await seatOf(page, "E8").boundingBox();
  if (!box) throw new Error("E8 is not to be seen");
  await page.mouse.move(box.x + 10, box.y + 10);
  await page.mouse.down();
  await page.mouse.move(box.x - 90, box.y - 40, { steps: 4 });
  await page.mouse.up();
  await expect.poll(async () => (await seatOf(page, "E8").boundingBox())?.x).toBeLessThan(box.x - 60);
  await expect(seatsThatAre(page, "yours, held")).toHaveCount(0);
});

test("on a phone I tap the best seats, see them under my thumb, and go on", async ({ newBuyer }) => {
  const page = await newBuyer({
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
  });
  await openShow(page);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(wide).toBe(360);
  const size = await seatOf(page, "E8").boundingBox();
  expect(Math.min(size?.width ?? 0, size?.height ?? 0)).toBeGreaterThanOrEqual(24);
  await page.getByRole("button", { name: "Hold the best 2" }).tap();
  await expect(seatsThatAre(page, "yours, held")).toHaveCount(2);
  await expect(countdownOf(page)).toBeVisible();
  await page.getByRole("button", { name: /G8, G9/ }).tap();
  await page.getByRole("button", { name: "Let go of G9" }).tap();
  await expectSeat(page, "G9", "available");
  await continueLink(page).tap();
  await expect(page).toHaveURL(/\/checkout\/demo\?hold=/);
});

test("on a phone the whole room is an overview, and a tap comes closer before it takes a seat", async ({
  newBuyer,
}) => {
  const page = await newBuyer({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
  await openShow(page);
  await page.getByRole("button", { name: "Whole room" }).tap();
  await expect(page.getByText("Tap where you want to sit")).toBeVisible();
  await seatOf(page, "C3").tap();
  await expect(page.getByText("Tap where you want to sit")).toBeHidden();
  await expect(seatsThatAre(page, "yours, held")).toHaveCount(0);
  await seatOf(page, "C3").tap();
  await expectSeat(page, "C3", "yours, held");
});

test("the list says the same as the map, and sells the same", async ({ page, newBuyer }) => {
  const other = await newBuyer();
  await Promise.all([openShow(page), openShow(other)]);
  await page.getByRole("button", { name: "List", exact: true }).click();
  const entry = page.getByRole("button", { name: /^G8\b/ });
  await expect(entry).toHaveAccessibleName(/VIP\s+120\s000\s₫\s+available$/);
  await entry.click();
  await expect(entry).toHaveAccessibleName(/yours, held$/);
  await expectSeat(other, "G8", "held by someone else");
  await seatOf(other, "G9").click();
  await expect(page.getByRole("button", { name: /^G9\b/ })).toHaveCount(0);
  await page.getByRole("checkbox", { name: "Free seats only" }).uncheck();
  await expect(page.getByRole("button", { name: /^G9\b/ })).toHaveAccessibleName(/held by someone else$/);
});

test("a wheelchair space is given to one who asks for it, with a seat beside it", async ({ page }) => {
  await openShow(page);
  await page.getByRole("checkbox", { name: "With a wheelchair space" }).check();
  await page.getByRole("button", { name: "Hold the best 2" }).click();
  await expect(seatsThatAre(page, "yours, held")).toHaveCount(2);
  expect(await labelsOf(seatsThatAre(page, "yours, held"))).toEqual(["J2", "J3"]);
});

test("in Vietnamese the map speaks Vietnamese", async ({ newBuyer }) => {
  const page = await newBuyer({ locale: "vi-VN" });
  await openShow(page);
  await expect(page.getByRole("gridcell", { name: /^Hàng E, ghế 8,/ })).toHaveAccessibleName(
    "Hàng E, ghế 8, Ghế VIP, 120.000\u00a0₫, còn trống",
  );
  await page.getByRole("gridcell", { name: /^Hàng E, ghế 8,/ }).click();
  await expect(page.getByRole("link", { name: /^Tiếp tục thanh toán/ })).toBeVisible();
});

test("in Vietnamese the page is no wider than a phone, also with others watching", async ({ newBuyer }) => {
  const page = await newBuyer({
    viewport: { width: 360, height: 740 },
    locale: "vi-VN",
    hasTouch: true,
    isMobile: true,
  });
  await Promise.all([openShow(page), openShow(await newBuyer())]);
  await expect(page.getByText("2 đang xem")).toBeInViewport({ ratio: 1 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
});

test("I am told when the service runs without Redis, and can still hold a seat", async ({ app, page }) => {
  await openShow(page);
  await app.redis.kill();
  await expect(page.getByText("Running without our fast lane.")).toBeVisible();
  await seatOf(page, "A8").click();
  await expectSeat(page, "A8", "yours, held");
  await app.redis.start();
  await expect(page.getByText("Running without our fast lane.")).toBeHidden();
});

/** Presses Tab as a person would, until the place is reached. */
async function tabTo(page: Page, place: Locator): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press("Tab");
    if ((await place.count()) > 0) return;
  }
  throw new Error("Tab never got there.");
}
