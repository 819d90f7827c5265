import pg from "pg";
import { CARDS, fillDetails, payWith } from "./checkout-page";
import { expect, test } from "./fixtures";
import { buyerNotice, continueLink, expectSeat, labelsOf, openShow, seatOf, seatsThatAre } from "./seat-page";

/** Moves a show of a day to come to a moment near now, before anyone has looked at it. */
async function showThatBegins(databaseUrl: string, inSeconds: number): Promise<string> {
  const sql = new pg.Client({ connectionString: databaseUrl });
  await sql.connect();
  const { rows } = await sql.query<{ id: string }>(
    `UPDATE shows SET starts_at = now() + make_interval(secs => $1)
     WHERE show_id = (SELECT show_id FROM shows WHERE auditorium_id = 'studio' ORDER BY starts_at DESC LIMIT 1)
     RETURNING show_id AS id`,
    [inSeconds],
  );
  await sql.end();
  return rows[0]?.id ?? "";
}

test("a show that has begun says so and offers no seat", async ({ app, page }) => {
  const showId = await showThatBegins(app.databaseUrl, -60);
  await openShow(page, showId);
  await expect(page.getByText("The show has begun.").first()).toBeVisible();
  await expect(page.getByText(/What you already hold, you can still buy/)).toBeVisible();
  await expect(page.getByRole("button", { name: /^Hold the best/ })).toHaveCount(0);
  await expect(seatsThatAre(page, "available")).toHaveCount(0);
  await seatsThatAre(page, "not for sale").first().click();
  await expect(buyerNotice(page)).toContainText("This show has begun. Its seats are no longer sold.");
});

test("the front page marks a show that has begun and does not lead there", async ({ app, page }) => {
  const showId = await showThatBegins(app.databaseUrl, -60);
  // The evening goes on, whatever time it is.
  const next = await showThatBegins(app.databaseUrl, 90);
  const begun = page.getByRole("listitem").filter({ hasText: "Has begun" });
  // A node reads what was moved on the programme within a few seconds.
  await expect(async () => {
    await page.goto("/");
    await expect(page.locator(`a[href="/shows/${showId}"]`)).toHaveCount(0, { timeout: 500 });
    await expect(page.locator(`a[href="/shows/${next}"]`).first()).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 60_000 });
  await expect(begun.first()).toBeVisible();
  await expect(begun.getByRole("link")).toHaveCount(0);
});

test("what I held before the show began I can still pay for", async ({ app, page, newBuyer }) => {
  const showId = await showThatBegins(app.databaseUrl, 20);
  await openShow(page, showId);
  const [mine = "", other = ""] = await labelsOf(seatsThatAre(page, "available"));
  await seatOf(page, mine).click();
  await expectSeat(page, mine, "yours, held");
  await expect(page.getByText("The show has begun.").first()).toBeVisible();
  await expectSeat(page, other, "not for sale");
  await expectSeat(page, mine, "yours, held");
  await continueLink(page).filter({ visible: true }).click();
  await expect(page).toHaveURL(new RegExp(`/checkout/${showId}`));
  await fillDetails(page);
  await payWith(page, CARDS.approves);
  await expect(page).toHaveURL(/\/tickets\//);

  const late = await newBuyer({ locale: "vi-VN" });
  await late.goto(`${app.url}/shows/${showId}`);
  await expect(late.getByText("Suất chiếu đã bắt đầu.").first()).toBeVisible();
});
