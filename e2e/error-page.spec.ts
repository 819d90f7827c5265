import pg from "pg";
import { expect, test } from "./fixtures";

test("when our side breaks I read so in plain words, and one press brings the page back", async ({
  app,
  page,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/500|React error #441/);
  const database = new pg.Client({ connectionString: app.databaseUrl });
  await database.connect();
  try {
    await database.query("ALTER TABLE movies RENAME TO movies_away");
    // The front page is in memory and would go on; a show's page is read anew.
    const answer = await page.goto("/shows/demo");
    expect(answer?.status()).toBe(500);
    await expect(page.getByRole("heading", { name: "Something broke on our side" })).toBeVisible();
    await expect(page.getByText(/movies|relation|at Object/)).toBeHidden();
    await database.query("ALTER TABLE movies_away RENAME TO movies");
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByRole("heading", { name: "Something broke on our side" })).toBeHidden();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Row A, Midnight");
  } finally {
    await database.end();
  }
});
