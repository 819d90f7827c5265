import type { Page } from "playwright/test";
import { expect, test } from "./fixtures";
import { continueLink, countdownOf, expectSeat, openShow, seatOf, untilLive } from "./seat-page";

test.beforeEach(async ({ request }) => {
  expect((await request.post("/api/demo/reset")).ok()).toBe(true);
});

test("my seats are still mine after a refresh, with the clock running on", async ({ page }) => {
  await openShow(page);
  await seatOf(page, "F8").click();
  await seatOf(page, "F9").click();
  await expectSeat(page, "F9", "yours, held");
  await page.reload();
  await expectSeat(page, "F8", "yours, held");
  await expectSeat(page, "F9", "yours, held");
  await expect(countdownOf(page)).toHaveAccessibleName(/: (2:00|1:[3-5]\d)$/);
  await expect(continueLink(page)).toHaveAccessibleName(/240\s000\s₫/);
});

test("my second tab shows my seats as mine, and what I let go there is gone here", async ({
  page,
  context,
}) => {
  await openShow(page);
  const second = await context.newPage();
  await openShow(second);
  await seatOf(page, "F8").click();
  await expectSeat(second, "F8", "yours, held");
  await seatOf(second, "F7").click();
  await expectSeat(page, "F7", "yours, held");
  await seatOf(second, "F8").click();
  await expectSeat(page, "F8", "available");
  await expectSeat(page, "F7", "yours, held");
  await second.getByRole("button", { name: "Let all go" }).click();
  await expectSeat(page, "F7", "available");
});

test("clicks in quick succession all end in one hold", async ({ page }) => {
  await openShow(page);
  await page.evaluate(() => {
    for (const name of ["Row D, seat 5,", "Row D, seat 6,", "Row D, seat 7,", "Row D, seat 8,"]) {
      document.querySelector<HTMLElement>(`[role="gridcell"][aria-label^="${name}"]`)?.click();
    }
  });
  for (const label of ["D5", "D6", "D7", "D8"]) await expectSeat(page, label, "yours, held");
  await expect(countdownOf(page)).toHaveCount(1);
  await expect(continueLink(page)).toHaveAccessibleName(/360\s000\s₫/);
});

test("a lost connection costs me nothing: I am told, cannot buy meanwhile, and find all as it is", async ({
  page,
  newBuyer,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/WebSocket/);
  const line = await breakableLine(page);
  await openShow(page);
  await seatOf(page, "C8").click();
  await expectSeat(page, "C8", "yours, held");

  line.cut();
  await expect(page.getByText("Connection lost. Reconnecting…")).toBeVisible();
  await expect(continueLink(page)).toBeDisabled();
  await seatOf(page, "C9").click();
  await expect(page.getByText("You are not connected.", { exact: false })).toBeVisible();
  await expectSeat(page, "C9", "available");
  const other = await newBuyer();
  await openShow(other);
  await seatOf(other, "C10").click();
  await expectSeat(other, "C10", "yours, held");

  line.mend();
  await expect(page.getByText("Connection lost. Reconnecting…")).toBeHidden();
  await expectSeat(page, "C8", "yours, held");
  await expectSeat(page, "C10", "held by someone else");
  await expect(continueLink(page)).toBeEnabled();
});

test("a page survives the server's crash and its restart, and is live again without a reload", async ({
  app,
  page,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/WebSocket|ERR_CONNECTION/);
  await openShow(page);
  await page.evaluate(() => document.body.setAttribute("data-same-page", ""));
  await seatOf(page, "B3").click();
  await expectSeat(page, "B3", "yours, held");
  await app.kill();
  await expect(page.getByText("Connection lost. Reconnecting…")).toBeVisible();
  await app.start();
  await untilLive(page);
  await expectSeat(page, "B3", "yours, held");
  await app.stop();
  await expect(page.getByText("Connection lost. Reconnecting…")).toBeVisible();
  await app.start();
  await untilLive(page);
  await seatOf(page, "B4").click();
  await expectSeat(page, "B4", "yours, held");
  await expectSeat(page, "B3", "yours, held");
  await expect(page.locator("[data-same-page]")).toHaveCount(1);
});

test("the countdown is right on a machine whose clock is wrong, and when the clock jumps", async ({
  page,
}) => {
  await page.addInitScript(() => {
    const RealDate = Date;
    let shiftMs = 3 * 3_600_000;
    window.addEventListener("set-clock-back", () => {
      shiftMs = -24 * 3_600_000;
    });
    globalThis.Date = class extends RealDate {
      constructor(...args: [] | [number | string]) {
        if (args.length === 0) super(RealDate.now() + shiftMs);
        else super(args[0]);
      }
      static override now() {
        return RealDate.now() + shiftMs;
      }
    } as DateConstructor;
  });
  await openShow(page);
  await seatOf(page, "G5").click();
  await expect(countdownOf(page)).toHaveAccessibleName(/: (2:00|1:[4-5]\d)$/);
  await page.evaluate(() => window.dispatchEvent(new Event("set-clock-back")));
  await expect(countdownOf(page)).toHaveAccessibleName(/: 1:[3-5]\d$/);
  await expectSeat(page, "G5", "yours, held");
});

/** The page's connection, through which the test can cut it off. */
async function breakableLine(page: Page): Promise<{ cut(): void; mend(): void }> {
  let broken = false;
  const open = new Set<{ close(): Promise<void> }>();
  await page.routeWebSocket(/socket\.io/, (socket) => {
    if (broken) {
      void socket.close();
      return;
    }
    socket.connectToServer();
    open.add(socket);
  });
  return {
    cut() {
      broken = true;
      for (const socket of open) void socket.close();
      open.clear();
    },
    mend() {
      broken = false;
    },
  };
}
