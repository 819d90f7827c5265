/** What the map looks like, measured: letters, tips, the minimap, and what cannot be had. */
import type { Locator, Page } from "playwright/test";
import { expect, test } from "./fixtures";
import { buyerNotice, expectSeat, openShow, seatOf, seatsThatAre } from "./seat-page";

const WIDE = { viewport: { width: 1440, height: 900 } };
const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

// As most people see it: with all that moves.
test.use({ contextOptions: { reducedMotion: "no-preference" } });

test.beforeEach(async ({ request }) => {
  expect((await request.post("/api/demo/reset")).ok()).toBe(true);
});

for (const hall of ["studio", "galaxy", "grand"]) {
  test(`M1 the letters of a row are level with all of its seats and beside its ends (${hall})`, async ({
    newBuyer,
  }) => {
    const page = await newBuyer(WIDE);
    await openShow(page, await showIn(page, hall));
    for (const { label, letters, seats, pitch } of await rowsOf(page)) {
      const [first, last] = [seats[0], seats.at(-1)];
      if (!first || !last) throw new Error(`row ${label} is empty`);
      for (const letter of letters) {
        for (const seat of seats) expect(Math.abs(letter.y - seat.y), label).toBeLessThan(pitch / 2);
      }
      expect(letters.map(({ x }) => x)).toEqual([
        expect.closeTo(first.x - first.width, -1),
        expect.closeTo(last.x + last.width, -1),
      ]);
    }
  });
}

for (const options of [WIDE, PHONE]) {
  test(`M1 closer to the seats, each row keeps its letter in sight (${options.viewport.width} px)`, async ({
    newBuyer,
  }) => {
    const page = await newBuyer(options);
    await openShow(page, await showIn(page, "grand"));
    for (let times = 0; times < 3; times += 1) await page.getByRole("button", { name: "Zoom in" }).click();
    const frame = await boxOf(page.getByRole("grid").locator("xpath=../.."));
    for (const { label, letters, seats } of await rowsOf(page)) {
      const [letter] = letters;
      expect(letter?.x, label).toBeGreaterThan(frame.x);
      expect(letter?.x, label).toBeLessThan(frame.x + frame.width);
      expect(letter?.y, label).toBeCloseTo(seats[0]?.y ?? 0, -1);
    }
  });
}

test("M2 a seat tells what it is and costs when I point at it, and goes on telling what becomes of it", async ({
  page,
  newBuyer,
}) => {
  const other = await newBuyer();
  await Promise.all([openShow(page), openShow(other)]);
  await seatOf(page, "E8").hover();
  await expect(tip(page)).toHaveText("Row E, seat 8120\u00a0000\u00a0₫VIP · available");
  await seatOf(other, "E8").click();
  await expect(tip(page)).toContainText("held by someone else");
  await seatOf(page, "K8").hover();
  await expect(tip(page)).toHaveText("Row K, seats 7, 8270\u00a0000\u00a0₫Couple seat · available");
  await page.keyboard.press("Escape");
  await expect(tip(page)).toHaveCount(0);
  await seatOf(page, "A1").focus();
  await page.keyboard.press("ArrowRight");
  await expect(tip(page)).toContainText("Row A, seat 2");
  await expect(seatsThatAre(page, "yours, held")).toHaveCount(0);
});

test("M2 a finger that rests on a seat is told what it is, and takes nothing", async ({ newBuyer }) => {
  const page = await newBuyer(PHONE);
  await openShow(page);
  const box = await boxOf(seatOf(page, "C8"));
  const finger = await page.context().newCDPSession(page);
  const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }];
  await finger.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints });
  await expect(tip(page)).toContainText("Row C, seat 8");
  await finger.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await seatOf(page, "C9").tap();
  await expectSeat(page, "C9", "yours, held");
  await expectSeat(page, "C8", "available");
});

test("M3 what is said of a seat goes by itself, and the seats nearby say what they cost", async ({
  page,
  newBuyer,
}) => {
  const other = await newBuyer();
  await Promise.all([openShow(page), openShow(other)]);
  await seatOf(other, "E8").click();
  await expectSeat(page, "E8", "held by someone else");
  await seatOf(page, "E8").click();
  const offer = buyerNotice(page).getByRole("button", { name: "Take E9, 120\u00a0000\u00a0₫" });
  await expect(offer).toHaveText("E9 120\u00a0000\u00a0₫");
  await seatOf(other, "E9").click();
  await expect(offer).toHaveCount(0);
  await page.mouse.move(5, 5);
  await expect(buyerNotice(page)).toHaveCount(0);
  await expectSeat(page, "E8", "held by someone else");
});

test("M9 the small map is there only while I do not see the whole room, and over none of its seats", async ({
  newBuyer,
}) => {
  for (const [options, fits] of [
    [WIDE, true],
    [PHONE, false],
  ] as const) {
    const page = await newBuyer(options);
    await openShow(page);
    const smallMap = page.locator("canvas");
    const lowest = async () => {
      const box = await boxOf(smallMap);
      return box.y + box.height;
    };
    const top = async () => (await boxOf(page.getByRole("grid").locator("xpath=../.."))).y;
    if (fits) {
      await expect.poll(() => seenPart(smallMap)).toBe(0);
      await page.getByRole("button", { name: "Zoom in" }).click();
    }
    await expect.poll(() => seenPart(smallMap)).toBe(1);
    expect(await lowest()).toBeLessThanOrEqual(await top());
    await page.getByRole("button", { name: "Whole room" }).click();
    await expect.poll(() => seenPart(smallMap)).toBe(0);
  }
});

test("M7 both halves of a couple seat lift as one", async ({ page }) => {
  await openShow(page);
  for (const [pointed, halves] of [
    ["K7", ["K7", "K8"]],
    ["K10", ["K9", "K10"]],
  ] as const) {
    await seatOf(page, pointed).hover();
    for (const half of halves) await expect.poll(() => lift(seatOf(page, half))).toContain("1.1");
    expect(await lift(seatOf(page, "K5"))).toBe("none");
  }
});

test("M7 nothing lifts that cannot be had: samples, and seats while there is no connection or no room for more", async ({
  page,
  context,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/ERR_INTERNET_DISCONNECTED|WebSocket/);
  await openShow(page);
  await page.getByRole("listitem").filter({ hasText: "Standard" }).locator("[data-view]").hover();
  await expectNoLift(page.getByRole("listitem").filter({ hasText: "Standard" }).locator("[data-view]"));
  for (const number of [1, 2, 3, 4, 5, 6, 7, 8]) {
    await seatOf(page, `A${number}`).click();
    await expectSeat(page, `A${number}`, "yours, held");
  }
  await seatOf(page, "B4").hover();
  await expectNoLift(seatOf(page, "B4"));
  await seatOf(page, "A4").hover();
  await expect.poll(() => lift(seatOf(page, "A4"))).toContain("1.1");
  await seatOf(page, "A4").click();
  await expectSeat(page, "A4", "available");
  await context.setOffline(true);
  await expect(page.getByText("Connection lost. Reconnecting…")).toBeVisible();
  await seatOf(page, "B5").hover();
  await expectNoLift(seatOf(page, "B5"));
  await expect(page.getByRole("button", { name: "Let all go" })).toHaveCSS("opacity", "0.55");
  await context.setOffline(false);
  await seatOf(page, "B5").hover();
  await expect.poll(() => lift(seatOf(page, "B5"))).toContain("1.1");
});

test("M8 with colours of my own, every class and state of a seat still has a look of its own", async ({
  newBuyer,
}) => {
  const page = await newBuyer({ ...WIDE, forcedColors: "active" });
  await openShow(page);
  const samples = page.getByRole("listitem").locator("[data-view]:not([data-half='right'])");
  const looks = await samples.evaluateAll((seats) =>
    seats.map((seat) => {
      const { boxShadow, borderRadius, backgroundColor, backgroundImage } = getComputedStyle(seat);
      const { maskImage } = getComputedStyle(seat, "::after");
      return [boxShadow, borderRadius, backgroundColor, backgroundImage, maskImage].join(" ");
    }),
  );
  expect(looks).toHaveLength(8);
  expect(new Set(looks).size).toBe(8);
  await seatOf(page, "E8").click();
  await expectSeat(page, "E8", "yours, held");
  // The sign is in the number's place.
  await expect(seatOf(page, "E8")).toHaveCSS("color", "rgba(0, 0, 0, 0)");
  const grey = await page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement("i"));
    probe.style.color = "GrayText";
    return getComputedStyle(probe).color;
  });
  await expect(page.getByRole("button", { name: "Whole room" })).toHaveCSS("color", grey);
});

test("M10 a tap renders the seats it changes and no others, of hundreds", async ({ newBuyer }) => {
  const page = await newBuyer(PHONE);
  // Every seat that is rendered writes its price.
  await page.addInitScript(() => {
    const write = Intl.NumberFormat.prototype.formatToParts;
    Object.assign(window, { pricesWritten: 0 });
    Intl.NumberFormat.prototype.formatToParts = function (value = 0) {
      if ("pricesWritten" in window) window.pricesWritten = Number(window.pricesWritten) + 1;
      return write.call(this, value);
    };
  });
  const written = () => page.evaluate(() => ("pricesWritten" in window ? Number(window.pricesWritten) : NaN));
  await openShow(page, await showIn(page, "grand"));
  const free = page.locator('[role="gridcell"][data-view="available"]').first();
  const label = (await free.getAttribute("aria-label"))?.replace(/, available$/, "") ?? "";
  await free.scrollIntoViewIfNeeded();
  const seats = await page.getByRole("gridcell").count();
  expect(seats).toBeGreaterThan(400);
  const before = await written();
  expect(before).toBeGreaterThanOrEqual(seats);
  await free.tap();
  await expect(page.getByRole("gridcell", { name: `${label}, yours, held` })).toBeVisible();
  expect((await written()) - before).toBeLessThan(25);
});

async function showIn(page: Page, hall: string): Promise<string> {
  const { shows } = await (await page.request.get("/api/shows")).json();
  return shows.findLast(({ auditorium }: { auditorium: { id: string } }) => auditorium.id === hall).id;
}

function tip(page: Page): Locator {
  return page.locator("section > div > [aria-hidden][data-view]");
}

/** Where each row's letters and seats have their centres. */
function rowsOf(page: Page) {
  return page.getByRole("row").evaluateAll((rows) => {
    const centre = (element: Element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      return { x: left + width / 2, y: top + height / 2, width };
    };
    return rows.map((row) => ({
      label: row.firstElementChild?.textContent ?? "",
      letters: [row.firstElementChild, row.lastElementChild].flatMap((letter) =>
        letter ? [centre(letter)] : [],
      ),
      seats: [...row.querySelectorAll("[data-seat]")].map(centre),
      pitch: row.getBoundingClientRect().height,
    }));
  });
}

async function boxOf(place: Locator) {
  const box = await place.boundingBox();
  if (!box) throw new Error("it is not to be seen");
  return box;
}

/** From 0, hidden, to 1, wholly in the strip that shows it. */
function seenPart(smallMap: Locator): Promise<number> {
  return smallMap.evaluate((canvas) => {
    const strip = canvas.parentElement?.parentElement?.getBoundingClientRect();
    const box = canvas.getBoundingClientRect();
    if (!strip) return Number.NaN;
    return Math.max(0, Math.min(1, (Math.min(box.bottom, strip.bottom) - box.top) / box.height));
  });
}

function lift(seat: Locator): Promise<string> {
  return seat.evaluate((element) => getComputedStyle(element).transform);
}

/** Once every transition has come to its end. */
async function expectNoLift(seat: Locator): Promise<void> {
  await seat.evaluate((element) =>
    Promise.all(element.getAnimations({ subtree: true }).map(({ finished }) => finished)),
  );
  expect(await lift(seat)).toBe("none");
}
