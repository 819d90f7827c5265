/** A show's page as its buyers speak of it. */
import { expect, type Locator, type Page } from "playwright/test";

export async function openShow(page: Page, showId = "demo"): Promise<void> {
  await page.goto(`/shows/${showId}`);
  await untilLive(page);
}

export async function untilLive(page: Page): Promise<void> {
  await expect(page.getByText(/^(Live|Trực tiếp)/)).toBeVisible();
}

/** `seatOf(page, "A1")`, by the words a screen reader says. */
export function seatOf(page: Page, label: string): Locator {
  const [, row, number] = /^([A-Z]+)(\d+)$/.exec(label) ?? [];
  return page.locator(`[role="gridcell"][aria-label^="Row ${row}, seat ${number},"]`);
}

export async function expectSeat(page: Page, label: string, state: string): Promise<void> {
  await expect(seatOf(page, label)).toHaveAttribute("aria-label", new RegExp(`, ${state}$`));
}

export function seatsThatAre(page: Page, state: string): Locator {
  return page.locator(`[role="gridcell"][aria-label$=", ${state}"]`);
}

export async function labelsOf(seats: Locator): Promise<string[]> {
  const names = await seats.evaluateAll((cells) =>
    cells.map((cell) => cell.getAttribute("aria-label") ?? ""),
  );
  return names.map((name) => name.replace(/^Row ([A-Z]+), seat (\d+),.*$/, "$1$2"));
}

/** The last answer to the buyer, over the map. */
export function buyerNotice(page: Page): Locator {
  return page.getByRole("status").filter({ has: page.getByRole("button", { name: "Dismiss" }) });
}

export function continueLink(page: Page): Locator {
  return page.getByRole("link", { name: /^Continue to payment/ });
}

export function countdownOf(page: Page): Locator {
  return page.getByRole("timer").filter({ visible: true });
}
