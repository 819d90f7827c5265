/** D10: what one client may send over a socket, on real connections. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { createBuyerCookies } from "#server/access/buyer-cookie";
import { type Buyer, openBuyer } from "#testing/buyer";
import { metric, startTestNode, type TestNode } from "#testing/node";
import { openRawSocket } from "#testing/raw-socket";
import { startServices, type TestServices } from "#testing/services";
import { until } from "#testing/until";

const SECRET = "a secret of this flood";
const showId = "demo";
let services: TestServices;
let node: TestNode;
let neighbour: Buyer;

beforeAll(async () => {
  services = await startServices();
  node = await startTestNode(services, {
    RATE_LIMITS: "on",
    SESSION_SECRET: SECRET,
    SOCKETS_PER_ADDRESS: "3",
  });
  neighbour = await openBuyer(node.url);
});
afterAll(async () => {
  neighbour.close();
  await node.stop();
  await services.remove();
});

const deep = `${"[".repeat(4_000)}${"]".repeat(4_000)}`;

it.each([
  ["messages that want no answer", () => `42["seat:hold",{"showId":"${showId}","seats":["A1"]}]`],
  ["deep nesting", (at: number) => `42${at}["seat:hold",${deep}]`],
  ["events nobody knows", (at: number) => `42${at}["seat:steal",{}]`],
  ["joins", (at: number) => `42${at}["show:join",{"showId":"${showId}"}]`],
  ["what is no packet of Socket.io", () => "3"],
])("D10 whoever goes on sending %s is cut, and the neighbour is served", async (_, packet) => {
  const cuts = () => metric(node.url, 'sockets_cut_total{why="flood"}');
  const before = await cuts();
  const raw = await openRawSocket(node.url);
  raw.send("40");
  await raw.frame("40");
  let sent = 0;
  await until("it is cut", () => {
    for (let more = 0; more < 2_000 && !raw.isClosed(); more += 1, sent += 1) raw.send(packet(sent));
    return raw.isClosed();
  });
  expect(await cuts()).toBe(before + 1);
  expect(await neighbour.ask("show:join", { showId })).toMatchObject({ ok: true });
});

it("D10 a new connection does not give back what the last one used up", async () => {
  const { setCookie } = createBuyerCookies(SECRET, () => Date.now() - 3_600_000).issue(false);
  const cookie = setCookie.split(";")[0] ?? "";
  await until("it is turned away at the door", async () => {
    const raw = await openRawSocket(node.url, { cookie }).catch((error: Error) => error.message);
    if (typeof raw === "string") return raw === "refused with 400";
    for (let more = 0; more < 100; more += 1) raw.send(`42["x",${deep}]`);
    await until("it is cut", () => raw.isClosed());
    return false;
  });
  expect(await neighbour.ask("show:join", { showId })).toMatchObject({ ok: true });
});

it("D10 a page too many of one address hears why, and when to ask again", async () => {
  const open = await Promise.all([openBuyer(node.url), openBuyer(node.url)]);
  const refused = await openBuyer(node.url).catch((error: Error & { data?: unknown }) => error.data);
  expect(refused).toMatchObject({ ok: false, code: "rate_limited", retryAfterMs: expect.any(Number) });
  open[0]?.close();
  const next = await until("there is room again", () => openBuyer(node.url).catch(() => undefined));
  next.close();
  open[1]?.close();
});
