/** What screens are told besides seats, over two nodes whose holds are short. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Buyer, type BuyerOptions, openBuyer, request } from "#testing/buyer";
import { metric, startTestNode, type TestNode } from "#testing/node";
import { startServices, type TestServices } from "#testing/services";
import { until } from "#testing/until";
import { openViewer, untilTrue } from "#testing/viewer";

const showId = "demo";
let services: TestServices;
let here: TestNode;
let there: TestNode;
let open: { close(): void }[] = [];

beforeAll(async () => {
  services = await startServices();
  const short = { HOLD_TTL_MS: "2500", HOLD_MAX_MS: "60000", SWEEP_MS: "100" };
  [here, there] = await Promise.all([startTestNode(services, short), startTestNode(services, short)]);
});
beforeEach(() => request(here.url, "POST", "/api/demo/reset"));
afterEach(() => {
  for (const one of open) one.close();
  open = [];
});
afterAll(async () => {
  await Promise.all([here.stop(), there.stop()]);
  await services.remove();
});

async function newBuyer(node: TestNode, options: BuyerOptions = {}): Promise<Buyer> {
  const buyer = await openBuyer(node.url, options);
  open.push(buyer);
  return buyer;
}

async function held(buyer: Buyer, seats: string[]) {
  const answer = await buyer.ask("seat:hold", { showId, seats });
  if (!answer.ok) throw new Error(`${seats} refused: ${answer.code}`);
  return answer.hold;
}

describe("a hold that lapses", () => {
  it("F6 is told to its owner on every node and seen on every screen", async () => {
    const owner = await newBuyer(here);
    const sameOwner = await newBuyer(there, { cookie: owner.cookie });
    const stranger = await newBuyer(there);
    const viewers = [await openViewer(here.url, showId), await openViewer(there.url, showId)];
    open.push(...viewers);
    const lapses = [owner, sameOwner].map((buyer) => buyer.listen("hold:lapsed"));
    const overheard = stranger.listen("hold:lapsed");
    const hold = await held(owner, ["A1", "A2"]);
    for (const viewer of viewers) await until("it is seen held", () => viewer.seats().startsWith("hh"));
    for (const heard of lapses) await until("its owner hears of the lapse", () => heard.length > 0);
    for (const viewer of viewers) {
      await until("it is seen free", () => viewer.seats().startsWith("aa"));
      await untilTrue(viewer, services.sql, showId);
    }
    expect(lapses).toEqual([[{ holdId: hold.id }], [{ holdId: hold.id }]]);
    expect(overheard).toEqual([]);
    expect(await owner.ask("booking:confirm", { holdId: hold.id, idempotencyKey: "late" })).toMatchObject({
      code: "hold_expired",
    });
    const swept =
      (await metric(here.url, "holds_lapsed_total")) + (await metric(there.url, "holds_lapsed_total"));
    expect(swept).toBeGreaterThanOrEqual(1);
  });
});

describe("the other tabs of a buyer", () => {
  it("hear of a hold that is made, grows, shrinks, is extended and is bought, on every node", async () => {
    const buyer = await newBuyer(here);
    const tabs = [await newBuyer(here, buyer), await newBuyer(there, buyer)];
    const stranger = await newBuyer(here);
    const heard = tabs.map((tab) => tab.listen("hold:updated"));
    const overheard = stranger.listen("hold:updated");
    const { id: holdId } = await held(buyer, ["A1", "A2"]);
    await buyer.ask("seat:hold", { showId, seats: ["A3"], holdId });
    await buyer.ask("hold:release", { holdId, seats: ["A1"] });
    await buyer.ask("hold:extend", { holdId });
    await buyer.ask("booking:confirm", { holdId, idempotencyKey: "k" });
    for (const news of heard) {
      await until("all five are heard", () => news.length === 5);
      expect(news.map(({ hold }) => hold?.seats ?? null)).toEqual([
        ["A1", "A2"],
        ["A1", "A2", "A3"],
        ["A2", "A3"],
        ["A2", "A3"],
        null,
      ]);
      expect(new Set(news.map((update) => update.holdId))).toEqual(new Set([holdId]));
    }
    expect(overheard).toEqual([]);
  });

  it("S15 S14 act on the hold from another node, and nobody else does", async () => {
    const buyer = await newBuyer(here);
    const { id: holdId } = await held(buyer, ["A1"]);
    buyer.socket.io.engine.close();
    const [tab, stranger] = [await newBuyer(there, buyer), await newBuyer(there)];
    expect(await tab.ask("show:join", { showId })).toMatchObject({ holds: [{ id: holdId, seats: ["A1"] }] });
    expect(await stranger.ask("hold:release", { holdId })).toMatchObject({ code: "not_yours" });
    expect(await tab.ask("booking:confirm", { holdId, idempotencyKey: "k" })).toMatchObject({ ok: true });
  });
});

describe("viewers of a show", () => {
  it("F9 are counted over all nodes, also when they leave or are lost", async () => {
    const [one, two, three] = [await newBuyer(here), await newBuyer(here), await newBuyer(there)];
    const buyers = [one, two, three];
    const counts = buyers.map((buyer) => buyer.listen("show:viewers"));
    const allHear = (count: number, listeners = counts) =>
      until(`everyone hears of ${count}`, () =>
        listeners.every(
          (heard) => heard.filter((viewers) => viewers.showId === showId).at(-1)?.count === count,
        ),
      );
    for (const buyer of buyers) await buyer.ask("show:join", { showId });
    await allHear(3);
    await two.ask("show:leave", { showId });
    await allHear(2, [counts[0] ?? [], counts[2] ?? []]);
    three.socket.io.engine.close();
    await allHear(1, [counts[0] ?? []]);
  });

  it("F9 are people: one with several tabs is one, whichever nodes those are on", async () => {
    const [one, other] = [await newBuyer(here), await newBuyer(there)];
    const tabs = [await newBuyer(here, one), await newBuyer(there, one)];
    const counts = [one, other].map((buyer) => buyer.listen("show:viewers"));
    const allHear = (count: number) =>
      until(`everyone hears of ${count}`, () => counts.every((heard) => heard.at(-1)?.count === count));
    for (const tab of [one, ...tabs]) await tab.ask("show:join", { showId });
    await other.ask("show:join", { showId });
    await allHear(2);
    // A third person is heard of after everything that was counted before.
    const third = await newBuyer(there);
    await third.ask("show:join", { showId });
    await allHear(3);
    for (const tab of tabs) tab.close();
    await third.ask("show:leave", { showId });
    await allHear(2);
    expect(counts.flat().map(({ count }) => count)).not.toContain(4);
  });
});
