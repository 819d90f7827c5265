import type { Locator, Page } from "playwright/test";
import { expect, test } from "./fixtures";
import { openLab, raceStrategy, timesSold } from "./lab-page";

const PAUSED = "/lab?strategy=redis-lock&fault=holder-paused&buyers=6&replay=1";

// As most people see it: with all that moves.
test.use({ contextOptions: { reducedMotion: "no-preference" } });

test("L27 every lane's end is told, a second sale unlike the first", async ({ page }) => {
  await openLab(page, { buyers: 12, thinkMs: 60 });
  const panel = await raceStrategy(page, "Naive: look, then write");
  const times = await timesSold(panel);
  const signs = panel.getByRole("list", { name: "What the signs mean" });
  await expect(signs.getByText("was told: sold", { exact: true })).toBeVisible();
  await panel.getByText("The timeline as text").click();
  const ends = panel.getByRole("row").getByRole("cell");
  await expect(ends.filter({ hasText: /^was told: sold$/ })).toHaveCount(1);
  await expect(ends.filter({ hasText: /^was told: sold, though/ })).toHaveCount(times - 1);
  await expect(ends.filter({ hasText: /^was told: refused$/ })).toHaveCount(12 - times);
});

test("L27 L28 who held the lock is told, its lapse marked, and the silence folded", async ({ page }) => {
  await page.goto(PAUSED);
  const panel = page.getByRole("region", { name: /^Redis lock, done right/ });
  await expect(panel.getByText("A1 sold 2 times")).toBeVisible();
  await expect(panel.getByText("the lock's time to live was over")).toBeVisible();
  await expect(panel.getByText("Torn edges stand for")).toBeVisible();
  await panel.getByText("The timeline as text").click();
  await expect(panel.getByRole("listitem").filter({ hasText: /buyer-\d+: .* to .*, lapsed$/ })).toHaveCount(
    1,
  );
});

test("L27 pointing at one lane leaves the names of the others as they were", async ({ page }) => {
  await openLab(page, { buyers: 12, thinkMs: 20 });
  const panel = await raceStrategy(page, "Naive: look, then write");
  await expect(panel.getByText(/^A1 sold/)).toBeVisible();
  const picture = panel.getByRole("application");
  await picture.scrollIntoViewIfNeeded();
  const before = await lowerNamesOn(picture);
  await picture.hover({ position: { x: 30, y: 70 } });
  await expect(panel.getByText(/^buyer-\d+, process \d$/)).toBeVisible();
  await animationFrame(page);
  expect(await lowerNamesOn(picture)).toBe(before);
});

for (const width of [360, 1440]) {
  test(`L29 what a lesson speaks of stands beside the picture and is lit there (${width} px)`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.goto("/lab/lessons/redis-lock");
    await page.getByLabel("A handful.").first().check();
    await page.getByRole("button", { name: "Run it", exact: true }).first().click();
    const see = page.getByRole("region", { name: "See" });
    await expect(see.getByText("The pale yellow blocks are buyers")).toBeVisible();
    await see.getByRole("button", { name: "Next" }).click();
    await expect(see.getByText("One lane goes on")).toBeVisible();
    const picture = page
      .getByRole("region", { name: "Redis lock, as in the article" })
      .getByRole("application");
    await expect(picture).toBeInViewport();
    await expect(see).toBeInViewport({ ratio: 1 });
    const lit = await drawnOn(picture);
    await see.getByRole("button", { name: "Next" }).click();
    await see.getByRole("button", { name: "Next" }).click();
    await expect(see.getByText("The whole picture is lit again.")).toBeVisible();
    await expect.poll(() => drawnOn(picture)).not.toBe(lit);
  });
}

for (const colorScheme of ["light", "dark"] as const) {
  test(`L30 forced colours reach the canvas and the sliders (${colorScheme})`, async ({ newBuyer }) => {
    const page = await newBuyer({ forcedColors: "active", colorScheme });
    await page.goto(PAUSED);
    await expect(page.getByText("A1 sold 2 times")).toBeVisible();
    const [ground, ink, look] = await systemColours(page, "Canvas", "CanvasText", "LinkText");
    const slider = await coloursOf(page, page.getByRole("slider", { name: "Buyers" }));
    expect(slider).toEqual(expect.arrayContaining([ground, ink]));
    const picture = await coloursOf(page, page.getByRole("application"));
    expect(picture).toEqual(expect.arrayContaining([ground, ink, look]));
  });
}

/** What is drawn at the left of the lanes, from the middle down. */
function lowerNamesOn(picture: Locator): Promise<string> {
  return picture.locator("canvas").evaluate((canvas) => {
    if (!(canvas instanceof HTMLCanvasElement)) return "";
    const { data } = canvas.getContext("2d")?.getImageData(0, canvas.height / 2, 60, canvas.height / 2) ?? {};
    return String(data);
  });
}

/** The picture is drawn at most once a frame. */
function animationFrame(page: Page): Promise<void> {
  return page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => resolve())));
}

function drawnOn(picture: Locator): Promise<string> {
  return picture.locator("canvas").evaluate((canvas) => {
    return canvas instanceof HTMLCanvasElement ? canvas.toDataURL() : "";
  });
}

function systemColours(page: Page, ...names: string[]): Promise<string[]> {
  return page.evaluate((wanted) => {
    const probe = document.createElement("i");
    probe.style.forcedColorAdjust = "none";
    document.body.append(probe);
    const colours = wanted.map((name) => {
      probe.style.color = name;
      return getComputedStyle(probe).color;
    });
    probe.remove();
    return colours;
  }, names);
}

/** Every colour that is to be seen of an element. */
async function coloursOf(page: Page, element: Locator): Promise<string[]> {
  await element.scrollIntoViewIfNeeded();
  const picture = (await element.screenshot()).toString("base64");
  return page.evaluate(async (png) => {
    const image = new Image();
    image.src = `data:image/png;base64,${png}`;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = image.width;
    canvas.height = image.height;
    const ctx = canvas.getContext("2d");
    if (!ctx) return [];
    ctx.drawImage(image, 0, 0);
    const { data } = ctx.getImageData(0, 0, image.width, image.height);
    const colours = new Set<string>();
    for (let at = 0; at < data.length; at += 4)
      colours.add(`rgb(${data[at]}, ${data[at + 1]}, ${data[at + 2]})`);
    return [...colours];
  }, picture);
}
