import type { Page } from "playwright/test";
import { expect, test } from "./fixtures";
import { buyerNotice, expectSeat, labelsOf, openShow, seatOf, seatsThatAre } from "./seat-page";

test.beforeEach(async ({ request }) => {
  expect((await request.post("/api/demo/reset")).ok()).toBe(true);
});

test("two people click the same seat: one has it, the other reads why not and takes the seat beside it", async ({
  newBuyer,
}) => {
  const pages = [await newBuyer(), await newBuyer()];
  await Promise.all(pages.map((page) => openShow(page)));
  await Promise.all(pages.map((page) => seatOf(page, "E8").click()));

  const { winners, losers } = await partition(pages, "E8");
  expect(winners).toHaveLength(1);
  const [loser] = losers;
  if (!loser) throw new Error("nobody lost");
  await expect(buyerNotice(loser)).toContainText(/E8 (was just taken|is held by someone else)\./);
  await expect(buyerNotice(loser).getByRole("button", { name: /^Take / })).toHaveCount(3);
  await buyerNotice(loser).getByRole("button", { name: "Take E7" }).click();
  await expectSeat(loser, "E7", "yours, held");
  for (const winner of winners) await expectSeat(winner, "E7", "held by someone else");
});

test("twenty people click one seat at once: one has it, nineteen read why not, and all maps agree", async ({
  newBuyer,
}) => {
  test.setTimeout(600_000);
  const pages: Page[] = [];
  for (let buyer = 0; buyer < 20; buyer += 1) {
    const page = await newBuyer({ viewport: { width: 800, height: 900 } });
    await openShow(page);
    pages.push(page);
  }
  // A notice goes by itself, perhaps before the last of twenty pages is looked at; the winner reads none.
  const notices = new Map(
    pages.map((page) => [
      page,
      buyerNotice(page)
        .textContent()
        .catch(() => null),
    ]),
  );
  await Promise.all(pages.map((page) => seatOf(page, "A1").click()));

  const { winners, losers } = await partition(pages, "A1");
  expect([winners.length, losers.length]).toEqual([1, 19]);
  for (const loser of losers) {
    expect(await notices.get(loser)).toMatch(/A1 (was just taken|is held by someone else)\./);
    await expect(seatsThatAre(loser, "available")).toHaveCount(157);
    await expect(seatsThatAre(loser, "yours, held")).toHaveCount(0);
  }
  for (const winner of winners) await expect(seatsThatAre(winner, "available")).toHaveCount(157);
});

test("six people press for the best two seats at once: each gets two side by side, and nobody the same", async ({
  newBuyer,
}) => {
  const pages: Page[] = [];
  for (let buyer = 0; buyer < 6; buyer += 1) {
    const page = await newBuyer({ viewport: { width: 1200, height: 900 } });
    await openShow(page);
    pages.push(page);
  }
  await Promise.all(pages.map((page) => page.getByRole("button", { name: "Hold the best 2" }).click()));

  const held: string[] = [];
  for (const page of pages) {
    await expect(seatsThatAre(page, "yours, held")).toHaveCount(2);
    await expect(seatsThatAre(page, "held by someone else")).toHaveCount(10);
    const [left, right] = await labelsOf(seatsThatAre(page, "yours, held"));
    if (!left || !right) throw new Error("no seats");
    expect(left.charAt(0)).toBe(right.charAt(0));
    expect(Number(right.slice(1)) - Number(left.slice(1))).toBe(1);
    held.push(left, right);
  }
  expect(new Set(held).size).toBe(12);
});

/** Waits until every screen knows what became of the seat. */
async function partition(pages: Page[], label: string): Promise<{ winners: Page[]; losers: Page[] }> {
  const winners: Page[] = [];
  const losers: Page[] = [];
  for (const page of pages) {
    await expectSeat(page, label, "(yours, held|held by someone else)");
    const name = (await seatOf(page, label).getAttribute("aria-label")) ?? "";
    (name.endsWith("yours, held") ? winners : losers).push(page);
  }
  return { winners, losers };
}
