/** The page without its pixels, on a real node: what buyers do, and what their stores then show. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openBuyer, request } from "#testing/buyer";
import { startTestNode, type TestNode } from "#testing/node";
import { startServices, type TestServices } from "#testing/services";
import { until } from "#testing/until";
import { ServerClock } from "../lib/live-show/server-clock";
import { type OpenPage, openSeatPicker, type PageOptions } from "./seat-picker.testing";

let services: TestServices;
let node: TestNode;
let open: (() => void)[] = [];

beforeAll(async () => {
  services = await startServices();
  node = await startTestNode(services, { HOLD_TTL_MS: "60000", HOLD_MAX_MS: "600000" });
});
beforeEach(() => request(node.url, "POST", "/api/demo/reset"));
afterEach(() => {
  for (const close of open) close();
  open = [];
});
afterAll(async () => {
  await node.stop();
  await services.remove();
});

async function openPage({ on = node, ...options }: PageOptions & { on?: TestNode } = {}): Promise<OpenPage> {
  const page = await openSeatPicker(on.url, options);
  open.push(page.close);
  return page;
}

describe("a show that begins while its page is open", () => {
  it("S17 offers nothing more from then on, says why, and leaves the buyer what is held", async () => {
    const { rows } = await services.sql.query<{ id: string; free: string[] }>(
      `UPDATE shows SET starts_at = now() + interval '3 seconds'
       WHERE show_id = (SELECT show_id FROM shows ORDER BY starts_at DESC LIMIT 1)
       RETURNING show_id AS id, ARRAY(SELECT label FROM seats s WHERE s.show_id = shows.show_id AND status = 'available'
                                                     AND price_class = 'standard' LIMIT 2) AS free`,
    );
    const [
      {
        id: showId,
        free: [mine = "", other = ""],
      } = { id: "", free: [] },
    ] = rows;
    const page = await openPage({ showId });
    page.toggle(mine);
    await page.is("mine", mine);
    await page.is("available", other);
    await until("the page has closed", () => page.store.closed.get());
    await page.is("blocked", other);
    page.toggle(other);
    expect(page.buyer.notice.get()).toEqual({ kind: "begun" });
    await page.is("mine", mine);
    page.toggle(mine);
    await page.is("blocked", mine);
  });

  it("S17 the demo show stays open, however late it is", async () => {
    await services.sql.query(
      "UPDATE shows SET starts_at = now() - interval '1 minute' WHERE show_id = 'demo'",
    );
    const page = await openPage();
    page.toggle("A1");
    await page.is("mine", "A1");
    expect(page.store.closed.get()).toBe(false);
  });
});

describe("a buyer on the map", () => {
  it("gathers clicks made in quick succession into one hold", async () => {
    const page = await openPage();
    page.toggle("A1", "A2", "K1");
    await page.is("mine", "A1", "A2", "K1", "K2");
    expect(page.store.holds.get()).toHaveLength(1);
    expect(page.store.holds.get()[0]?.seats.toSorted()).toEqual(["A1", "A2", "K1", "K2"]);
  });

  it("lets go of a seat that was clicked again before the first answer came", async () => {
    const page = await openPage();
    page.toggle("A1", "A1");
    await page.is("available", "A1");
    await until("the hold is gone", () => page.store.holds.get().length === 0);
  });

  it("reads that a seat was taken, with the nearest free ones, and shows it as someone else's", async () => {
    const [winner, loser] = [await openPage(), await openPage()];
    winner.toggle("E8");
    await winner.is("mine", "E8");
    // As if the news had not arrived yet.
    const seat = loser.plan.byLabel.get("E8");
    if (seat) loser.buyer.hold([seat]);
    const notice = await until("there is an answer", () => loser.buyer.notice.get());
    expect(notice).toMatchObject({ kind: "taken", seats: ["E8"] });
    expect(notice.kind === "taken" && notice.offers.map(([offer]) => offer?.label)).toEqual([
      "E7",
      "E9",
      "D8",
    ]);
    await loser.is("held", "E8");
  });

  it("M3 reads that a seat is held only as long as it is", async () => {
    const [other, page] = [await openPage(), await openPage()];
    other.toggle("E8");
    await page.is("held", "E8");
    page.toggle("E8");
    expect(page.buyer.notice.get()).toMatchObject({ kind: "not-free", view: "held" });
    other.toggle("E8");
    await page.is("available", "E8");
    expect(page.buyer.notice.get()).toBeUndefined();
  });

  it("M3 is offered seats apart only as long as all of them are free", async () => {
    const [other, page] = [await openPage(), await openPage()];
    other.toggle("K5", "K9");
    await page.is("held", "K5", "K6", "K9", "K10");
    page.buyer.holdBest({ count: 8, priceClass: "couple" });
    const notice = await until("there is an answer", () => page.buyer.notice.get());
    if (notice.kind !== "best-apart") throw new Error(notice.kind);
    other.toggle(notice.offer[0]?.label ?? "");
    await until("the offer is over", () => page.buyer.notice.get() === undefined);
  });

  it("begins a new hold when the one it would have joined has ended", async () => {
    const page = await openPage();
    page.toggle("A1");
    await page.is("mine", "A1");
    const [first] = page.store.holds.get();
    await services.sql.query(
      "UPDATE seats SET hold_until = now() - interval '1 second' WHERE show_id = 'demo' AND hold_id = $1",
      [first?.id],
    );
    page.toggle("A5");
    await page.is("mine", "A5");
    await page.is("available", "A1");
    expect(page.store.holds.get().map(({ seats }) => seats)).toEqual([["A5"]]);
    expect(page.buyer.notice.get()).toBeUndefined();
  });

  it("holds the best seats, again and again, until it is faster than the others", async () => {
    const pages = await Promise.all(Array.from({ length: 8 }, () => openPage()));
    for (const page of pages) page.buyer.holdBest({ count: 4 });
    for (const page of pages)
      await until("four seats are held", () => page.store.holds.get()[0]?.seats.length === 4);
    const seats = pages.flatMap((page) => page.store.holds.get().flatMap((hold) => hold.seats));
    expect(new Set(seats).size).toBe(32);
    const notices = pages.map((page) => page.buyer.notice.get());
    expect(notices.every((notice) => notice?.kind === "best-held")).toBe(true);
    expect(notices.some((notice) => notice?.kind === "best-held" && notice.tries > 1)).toBe(true);
    for (const page of pages) {
      await until("all screens agree", () => page.store.seatsLeft.get() === 158 - 32);
    }
  });

  it("is told when there are no such seats", async () => {
    const page = await openPage();
    page.buyer.holdBest({ count: 5, priceClass: "couple" });
    const notice = await until("there is an answer", () => page.buyer.notice.get());
    expect(notice).toEqual({ kind: "best-none", count: 5 });
  });

  it("is offered groups close together when no group is left, and holds them if it likes", async () => {
    const page = await openPage();
    const other = await openBuyer(node.url);
    open.push(() => other.close());
    await other.ask("seat:book", { showId: "demo", seats: ["K7", "K8"], idempotencyKey: "k" });
    await page.is("sold", "K7", "K8");
    page.buyer.holdBest({ count: 8, priceClass: "couple" });
    const notice = await until("there is an answer", () => page.buyer.notice.get());
    if (notice.kind !== "best-apart") throw new Error(notice.kind);
    expect(notice.offer.map(({ label }) => label).toSorted()).toHaveLength(8);
    page.buyer.hold(notice.offer);
    await page.is("mine", ...notice.offer.map(({ label }) => label));
  });

  it("cannot hold more than eight seats, in one tab or in two", async () => {
    const page = await openPage();
    page.toggle("A1", "A2", "A3", "A4", "A5", "A6", "A7", "A8");
    await page.is("mine", "A1", "A8");
    page.toggle("A9");
    expect(page.buyer.notice.get()).toEqual({ kind: "too-many", limit: 8 });
    const second = await openPage({ cookie: page.cookie });
    await second.is("mine", "A1", "A8");
    second.buyer.holdBest({ count: 1 });
    expect(second.buyer.notice.get()).toEqual({ kind: "too-many", limit: 8 });
  });

  it("M4 S5 cannot hold more than the server allows, and hears how many that is", async () => {
    const strict = await startTestNode(services, { MAX_SEATS_PER_HOLD: "3" });
    try {
      const page = await openPage({ on: strict, maxSeats: 3 });
      page.toggle("A1", "A2", "A3", "A4");
      expect(page.buyer.notice.get()).toEqual({ kind: "too-many", limit: 3 });
      await page.is("mine", "A1", "A2", "A3");
      const older = await openPage({ on: strict, maxSeats: 8 });
      older.toggle("B1", "B2", "B3", "B4");
      const notice = await until("there is an answer", () => older.buyer.notice.get());
      expect(notice).toEqual({ kind: "too-many", limit: 3 });
      await older.is("available", "B4");
    } finally {
      for (const close of open) close();
      open = [];
      await strict.stop();
    }
  });

  it("gains time by one press", async () => {
    const page = await openPage();
    page.toggle("A1");
    await page.is("mine", "A1");
    const [hold] = page.store.holds.get();
    page.buyer.extend(hold?.id ?? "");
    await until(
      "the hold is longer",
      () => (page.store.holds.get()[0]?.expiresAt ?? 0) > (hold?.expiresAt ?? 0),
    );
    expect(page.buyer.notice.get()).toEqual({ kind: "extended" });
  });
});

describe("a page whose connection comes and goes", () => {
  it("M3 buys nothing while it is cut off, and finds its seats and everyone's when it is back", async () => {
    const [page, other] = [await openPage(), await openPage()];
    page.toggle("B1");
    await page.is("mine", "B1");
    page.socket().io.engine.close();
    await until("the page knows", () => page.connection.state.get() === "reconnecting");
    page.toggle("B2");
    expect(page.buyer.notice.get()).toEqual({ kind: "offline" });
    other.toggle("B3");
    await other.is("mine", "B3");
    await until("the page is live again", () => page.connection.state.get() === "live");
    await until("what it was told is over", () => page.buyer.notice.get() === undefined);
    await page.is("mine", "B1");
    await page.is("held", "B3");
    await page.is("available", "B2");
  });

  it("shows a ticket bought in another tab as its own", async () => {
    const page = await openPage();
    page.toggle("C1");
    await page.is("mine", "C1");
    const tab = await openBuyer(node.url, { cookie: page.cookie });
    open.push(() => tab.close());
    const holdId = page.store.holds.get()[0]?.id ?? "";
    expect(await tab.ask("booking:confirm", { holdId, idempotencyKey: "k" })).toMatchObject({ ok: true });
    await page.is("ticket", "C1");
    expect(page.store.bookings.get()).toHaveLength(1);
  });

  it("learns on waking of a hold that lapsed while it slept", async () => {
    const brief = await startTestNode(services, { HOLD_TTL_MS: "1000", SWEEP_MS: "100" });
    try {
      // Its monotonic clock stands still, as some do while a laptop sleeps.
      const [sleeper, witness] = [
        await openPage({ on: brief, clock: new ServerClock(() => 0) }),
        await openPage(),
      ];
      sleeper.toggle("C5");
      await sleeper.is("mine", "C5");
      await witness.is("held", "C5");
      sleeper.socket().disconnect();
      await witness.is("available", "C5");
      expect(sleeper.connection.lapsedHold.get()).toBeUndefined();
      await sleeper.is("mine", "C5");
      sleeper.socket().connect();
      await sleeper.is("available", "C5");
      expect(sleeper.connection.lapsedHold.get()?.seats).toEqual(["C5"]);
    } finally {
      for (const close of open) close();
      open = [];
      await brief.stop();
    }
  });
});
