import { expect, test } from "./fixtures";

test.use({ appEnv: { LAB_SERVERS: "off" } });

test("L38 a strategy whose server is missing cannot be raced, and its card says how to get it", async ({
  page,
}) => {
  await page.goto("/lab");
  const race = page.getByRole("button", { name: "Race", exact: true });
  const strategy = page.getByLabel("Strategy", { exact: true });
  await strategy.selectOption({ label: "etcd, three nodes (not installed)" });
  const card = page.getByText("This needs etcd, which is not installed here.");
  await expect(card).toContainText("apt-get install -y --no-install-recommends etcd-server");
  await expect(card).toContainText("docker compose --profile locks up");
  await expect(race).toBeDisabled();

  await strategy.selectOption({ label: "Naive: look, then write" });
  await expect(card).toHaveCount(0);
  await expect(race).toBeEnabled();
});

test("L38 so does a fault whose program is missing, in both languages", async ({ page, newBuyer, app }) => {
  await page.goto("/lab?strategy=redis-lock&fault=server-clock-moved");
  const card = page.getByText("This needs faketime, which is not installed here.");
  await expect(card).toContainText("apt-get install -y --no-install-recommends faketime");
  await expect(page.getByRole("button", { name: "Race", exact: true })).toBeDisabled();

  const vietnamese = await newBuyer({ locale: "vi-VN" });
  await vietnamese.goto(`${app.url}/lab?strategy=redis-lock&fault=server-clock-moved`);
  await expect(vietnamese.getByText("Cần faketime, ở đây chưa cài.")).toBeVisible();
});

test("L38 nor can it be played in the game", async ({ page }) => {
  await page.goto("/lab/scheduler?strategy=etcd");
  await expect(page.getByText("This needs etcd, which is not installed here.")).toBeVisible();
});
