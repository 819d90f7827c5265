import { violationsOn } from "./axe";
import { expect, test } from "./fixtures";
import { openShow, untilLive } from "./seat-page";

test.use({ appEnv: { SOCKETS_PER_ADDRESS: "2" } });

test("a tab that is older than the server is told to reload, and then goes on", async ({ page }) => {
  let isOld = true;
  await page.routeWebSocket(/socket\.io/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((message) =>
      server.send(isOld ? String(message).replace(/"wire":\d+/, '"wire":0') : message),
    );
  });
  await page.goto("/shows/demo");
  const notice = page.getByRole("status").filter({ hasText: "Last Seat has been renewed." });
  await expect(notice).toBeVisible();
  await expect(page.getByText("Connection lost")).toBeHidden();
  expect(await violationsOn(page)).toEqual([]);
  isOld = false;
  await notice.getByRole("button", { name: "Reload" }).press("Enter");
  await untilLive(page);
  await expect(notice).toBeHidden();
});

test("one page too many says so, and goes live when there is room", async ({ newBuyer, page }) => {
  const first = await newBuyer();
  await openShow(first);
  await openShow(await newBuyer());
  await page.goto("/shows/demo");
  const notice = page.getByRole("status").filter({ hasText: "Many pages are open from your network." });
  await expect(notice).toBeVisible();
  await expect(page.getByText("Connection lost")).toBeHidden();
  await first.close();
  await expect(page.getByText(/^Live/)).toBeVisible();
  await expect(notice).toBeHidden();
});
