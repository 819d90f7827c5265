import { expect, test } from "./fixtures";

test("a buyer who comes back after a restart of the server finds the page again", async ({
  app,
  page,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/ERR_CONNECTION|WebSocket|_rsc=/);
  await page.goto("/");
  await app.stop();
  await expect(page.reload()).rejects.toThrow(/ERR_CONNECTION_REFUSED/);
  await app.start();
  const answer = await page.goto("/");
  expect(answer?.status()).toBe(200);
});

test("the server says that it is ready, and that it goes on without Redis", async ({ app, request }) => {
  expect(await (await request.get("/readyz")).json()).toMatchObject({ postgres: "up", redis: "up" });
  await app.redis.kill();
  await expect
    .poll(async () => (await request.get("/readyz")).json())
    .toMatchObject({ postgres: "up", redis: "down" });
  await app.redis.start();
  await expect
    .poll(async () => (await request.get("/readyz")).json())
    .toMatchObject({ postgres: "up", redis: "up" });
});
