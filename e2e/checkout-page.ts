/** What the specs of checkout and tickets share: seats held without the map, and the fields of the checkout. */
import pg from "pg";
import { type APIRequestContext, expect, type Page } from "playwright/test";
import type { TestApp } from "#testing/app";

export const CARDS = { approves: /Approves/, declines: /Declines/, slow: /Slow bank/ } as const;

export async function resetDemo(request: APIRequestContext): Promise<void> {
  expect((await request.post("/api/demo/reset")).ok()).toBe(true);
}

/** The programme on the day of the demo show, which is tomorrow when tonight's has begun. */
export async function openDemoDay(page: Page): Promise<void> {
  const { shows } = await (await page.request.get("/api/shows")).json();
  const demo = shows.find(({ id }: { id: string }) => id === "demo");
  const day = new Intl.DateTimeFormat("en-CA", { timeZone: "Asia/Ho_Chi_Minh" }).format(demo.startsAt);
  await page.goto(`/?day=${day}`);
}

/** Holds seats of the demo show for the buyer of this page and opens the checkout for them. */
export async function openCheckout(page: Page, seats: string[]): Promise<string> {
  const holdId = await holdSeats(page, seats);
  await page.goto(`/checkout/demo?hold=${encodeURIComponent(holdId)}`);
  return holdId;
}

export async function holdSeats(page: Page, seats: string[]): Promise<string> {
  const answer = await page.request.post("/api/holds", { data: { showId: "demo", seats } });
  expect(answer.ok(), await answer.text()).toBe(true);
  return (await answer.json()).hold.id;
}

export async function fillDetails(page: Page, name = "Trần Lan", email = "lan@example.com"): Promise<void> {
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("E-mail").fill(email);
  await page.getByRole("button", { name: "Continue to payment" }).click();
  await expect(page.getByRole("heading", { name: "Pay by card" })).toBeFocused();
}

export async function payWith(page: Page, card: RegExp): Promise<void> {
  await page.getByRole("button", { name: card }).click();
  await page.getByRole("button", { name: /^Pay / }).click();
}

/** Buys seats of the demo show for the buyer of this page, without the pages. */
export async function buyTicket(page: Page, seats: string[]): Promise<string> {
  const holdId = await holdSeats(page, seats);
  const answer = await page.request.post(`/api/holds/${holdId}/pay`, {
    data: {
      idempotencyKey: holdId,
      name: "Trần Lan",
      email: "lan@example.com",
      card: { number: "4242424242424242", expiry: "12/40", cvc: "123" },
    },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  return (await answer.json()).booking.reference;
}

/** Lets every hold of the demo show reach its end now, as the database's clock would. */
export async function endHolds(app: TestApp): Promise<void> {
  await withDatabase(app, async (client) => {
    await client.query(
      "UPDATE seats SET hold_until = now() - interval '1 ms' WHERE show_id = 'demo' AND status = 'held'",
    );
    await client.query("UPDATE shows SET next_lapse = now() WHERE show_id = 'demo'");
  });
}

/** What Postgres knows of the demo show's money and seats. */
export async function ledger(app: TestApp): Promise<{ payments: string[]; sold: string[] }> {
  return withDatabase(app, async (client) => {
    const payments = await client.query<{ status: string }>(
      "SELECT status FROM payments WHERE show_id = 'demo' ORDER BY created_at",
    );
    const sold = await client.query<{ label: string }>(
      `SELECT s.label FROM booking_seats b JOIN seats s USING (show_id, seat)
       WHERE b.show_id = 'demo' AND b.released_at IS NULL ORDER BY seat`,
    );
    return {
      payments: payments.rows.map(({ status }) => status),
      sold: sold.rows.map(({ label }) => label),
    };
  });
}

/** Puts the demo show off by so many days; a negative number brings it forward again. */
export async function moveDemo(app: TestApp, days: number): Promise<void> {
  await withDatabase(app, (client) =>
    client.query("UPDATE shows SET starts_at = starts_at + $1 * interval '1 day' WHERE show_id = 'demo'", [
      days,
    ]),
  );
}

async function withDatabase<T>(app: TestApp, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: app.databaseUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
