import { expect, test } from "./fixtures";

test("a newcomer goes through the first lesson: predicts, runs, sees, reads why", async ({ page }) => {
  await page.goto("/lab");
  await page.getByRole("link", { name: "Start with the first lesson" }).click();
  await expect(page.getByRole("heading", { name: "The race", level: 1 })).toBeVisible();
  const why = page.getByText("A look answers a question about the past.");
  await expect(why).toBeHidden();

  const run = page.getByRole("button", { name: "Run it", exact: true }).first();
  await run.click();
  await expect(page.getByText("Choose an answer first.")).toBeVisible();
  await page.getByLabel("One. The code looks first.").check();
  await run.click();
  await expect(page.getByText(/^A1 sold \d+ times$/)).toBeVisible();
  await expect(page.getByText("A1 sold once")).toBeVisible();
  await expect(page.getByText("Not quite.")).toBeVisible();
  await expect(why).toBeVisible();
  await expect(page.getByText("Where the articles are wrong")).toBeVisible();

  await page.getByLabel("No, it is still sold more than once.").check();
  await page.getByRole("button", { name: "Run it", exact: true }).click();
  await expect(page.getByText("A race cannot be hurried away.")).toBeVisible();

  await page.getByRole("link", { name: "All lessons" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "The race" }).getByLabel("done")).toBeVisible();
});

test("a reader who cannot run anything can still read every lesson, in both languages", async ({ page }) => {
  test.setTimeout(120_000);
  const fetchedAhead: string[] = [];
  page.on("request", (request) => {
    if (new URL(request.url()).searchParams.has("_rsc")) fetchedAhead.push(request.url());
  });
  await page.goto("/lab/lessons");
  const lessons = page.getByRole("main").getByRole("listitem").getByRole("link");
  await expect(lessons).toHaveCount(15);
  await expect(page.getByText("15 short lessons about one seat.")).toBeVisible();
  const paths = await lessons.evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
  for (const [language, open, why] of [
    ["en", "Read it without running", "Why"],
    ["vi", "Đọc luôn, không chạy", "Vì sao"],
  ] as const) {
    await page
      .context()
      .addCookies([{ name: "language", value: language, url: new URL("/", page.url()).href }]);
    for (const path of paths) {
      await page.goto(path);
      await expect(page.locator("html")).toHaveAttribute("lang", language);
      await page.getByRole("button", { name: open }).first().click();
      await expect(page.getByRole("heading", { name: why, level: 2, exact: true })).toBeVisible();
      await page.getByRole("button", { name: open }).click();
    }
  }
  expect(fetchedAhead, "pages nobody has asked for").toEqual([]);
});
