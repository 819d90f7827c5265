/** D12: how many seats of a show are held from one address, by scripts and by people. */
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { Hold, Refusal } from "#contract/outcomes";
import { createBuyerCookies } from "#server/access/buyer-cookie";
import { newCookie, openBuyer, request } from "#testing/buyer";
import { startTestNode, type TestNode } from "#testing/node";
import { startServices, type TestServices } from "#testing/services";
import { until } from "#testing/until";

const SECRET = "a secret of this script";
const showId = "demo";
const LIMIT = 48;
let services: TestServices;
let node: TestNode;
let labels: string[];

beforeAll(async () => {
  services = await startServices();
  // Behind a proxy, so that a test has many addresses.
  node = await startTestNode(services, {
    RATE_LIMITS: "on",
    TRUST_PROXY: "1",
    SESSION_SECRET: SECRET,
  });
  const { rows } = await services.sql.query<{ label: string }>(
    "SELECT label FROM seats WHERE show_id = $1 ORDER BY seat",
    [showId],
  );
  labels = rows.map(({ label }) => label);
});
beforeEach(() => request(node.url, "POST", "/api/demo/reset"));
afterAll(async () => {
  await node.stop();
  await services.remove();
});

type Answer = { ok: true; hold: Hold } | Refusal;
const ask = async (path: string, body: object, from: string, cookie?: string) =>
  (
    await request<Answer>(node.url, "POST", path, body, {
      "x-forwarded-for": from,
      ...(cookie && { cookie }),
    })
  ).body;
const hold = (seats: string[], from: string, cookie?: string) =>
  ask("/api/holds", { showId, seats }, from, cookie);
const oldCookie = () =>
  createBuyerCookies(SECRET, () => Date.now() - 3_600_000)
    .issue(false)
    .setCookie.split(";")[0] ?? "";
const granted = (answers: Answer[]) => answers.filter(({ ok }) => ok).length;

it("D12 a script that holds every seat at once, under a new name each, gets half of what an address may", async () => {
  const answers = await Promise.all(labels.map((label) => hold([label], "198.51.100.1")));
  expect(granted(answers)).toBeLessThanOrEqual(LIMIT / 2);
  const refused = answers.find((answer) => !answer.ok && answer.code === "too_many_held");
  expect(refused).toMatchObject({
    retryAfterMs: expect.any(Number),
    message: expect.stringMatching(/network/),
  });
});

it("D12 a script that buys every seat at once gets no more", async () => {
  const answers = await Promise.all(
    labels.map((seatId) => ask("/api/seats/book", { showId, seatId }, "198.51.100.2")),
  );
  const sold = answers.filter((answer) => "success" in answer && answer.success);
  expect(sold.length).toBeLessThanOrEqual(LIMIT / 2);
  expect(answers.filter((answer) => !answer.ok && answer.code === "too_many_held").length).toBeGreaterThan(0);
});

it("D12 buyers who have been here a while hold all of what an address may, and other addresses the rest", async () => {
  const office = await Promise.all(
    labels.slice(0, 60).map((label) => hold([label], "198.51.100.3", oldCookie())),
  );
  expect(granted(office)).toBeLessThanOrEqual(LIMIT);
  expect(granted(office)).toBeGreaterThan(LIMIT / 2);
  const family = await hold(labels.slice(60, 68), "198.51.100.4");
  expect(family).toMatchObject({ ok: true });
});

it("D12 a hall that races for one seat holds one", async () => {
  const answers = await Promise.all(Array.from({ length: 100 }, () => hold(["A1"], "198.51.100.5")));
  expect(granted(answers)).toBe(1);
  expect(answers.filter((answer) => !answer.ok && answer.code !== "seat_taken")).toEqual([]);
});

it("D12 what is let go can be held again", async () => {
  const from = "198.51.100.6";
  const cookie = await newCookie(node.url);
  const buyer = await openBuyer(node.url, { cookie, headers: { "x-forwarded-for": from } });
  for (let time = 0; time < LIMIT; time += 1) {
    const answer = await buyer.ask("seat:hold", { showId, seats: [labels[time] ?? ""] });
    if (!answer.ok) throw new Error(answer.message);
    await buyer.ask("hold:release", { holdId: answer.hold.id });
  }
  buyer.close();
});

it("D12 what has lapsed can be held again", async () => {
  const hasty = await startTestNode(services, {
    RATE_LIMITS: "on",
    HELD_SEATS_PER_ADDRESS: "2",
    HOLD_TTL_MS: "500",
  });
  const buyer = await openBuyer(hasty.url);
  let held = 0;
  for (const seat of labels.slice(0, 4)) {
    await until("there is room", async () => (await buyer.ask("seat:hold", { showId, seats: [seat] })).ok);
    held += 1;
  }
  expect(held).toBe(4);
  buyer.close();
  await hasty.stop();
});
