import { expect, test } from "./fixtures";

test.use({ appEnv: { DEMO: "off" } });

const PAGES = ["/lab", "/lab/scheduler", "/lab/matrix", "/lab/lessons", "/lab/lessons/the-race"];

test("where the demonstration is off there is no lab, and nothing leads to it", async ({
  page,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/404/);
  await page.goto("/");
  await expect(page.getByRole("link", { name: "My tickets" })).toBeVisible();
  await expect(page.getByRole("link", { name: /lab/i })).toHaveCount(0);
  for (const path of PAGES) {
    const answer = await page.goto(path);
    expect(answer?.status(), path).toBe(404);
    await expect(page.getByRole("heading", { name: "Nobody sits here" })).toBeVisible();
  }
});

test("a Vietnamese buyer is told so in Vietnamese", async ({ newBuyer, app, allowConsoleErrors }) => {
  allowConsoleErrors(/404/);
  const page = await newBuyer({ locale: "vi-VN" });
  expect((await page.goto(`${app.url}/lab`))?.status()).toBe(404);
  await expect(page.getByRole("heading", { name: "Chỗ này không có ai ngồi" })).toBeVisible();
});
