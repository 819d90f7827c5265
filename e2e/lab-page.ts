/** How a buyer uses the race lab. */
import { expect, type Locator, type Page } from "playwright/test";

export interface LabSettings {
  buyers?: number;
  thinkMs?: number;
}

export async function openLab(page: Page, { buyers, thinkMs }: LabSettings = {}): Promise<void> {
  await page.goto("/lab");
  if (buyers !== undefined) await type(page, "Buyers", buyers);
  if (thinkMs !== undefined) await type(page, "Thinking time", thinkMs);
}

/** Races one strategy by its name in the list and answers the panel with its verdict. */
export async function raceStrategy(page: Page, strategy: string): Promise<Locator> {
  await page.getByLabel("Strategy", { exact: true }).selectOption({ label: strategy });
  await page.getByRole("button", { name: "Race", exact: true }).click();
  const panel = page.getByRole("region", { name: strategy });
  await expect(panel.getByText(/^Done in /)).toBeVisible();
  return panel;
}

/** "A1 sold 97 times" → 97. */
export async function timesSold(panel: Locator): Promise<number> {
  const sentence = panel.getByText(/^A1 sold (once|\d+ times|to nobody)$/);
  await expect(sentence).toBeVisible();
  const text = (await sentence.textContent()) ?? "";
  if (text.includes("once")) return 1;
  return Number(/\d+(?= times)/.exec(text)?.[0] ?? 0);
}

async function type(page: Page, label: string, value: number): Promise<void> {
  const field = page.getByRole("textbox", { name: label });
  await field.fill(String(value));
  await field.blur();
}
