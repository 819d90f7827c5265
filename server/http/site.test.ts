/** D3, D13: what a site tells browsers, proxies and operators, by where it is reached. */

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort } from "#scripts/lib/ports";
import { newCookie, openBuyer, request } from "#testing/buyer";
import { readiness, startTestNode } from "#testing/node";
import { startNodeProcess } from "#testing/node-process";
import { openRawSocket } from "#testing/raw-socket";
import { startServices, type TestServices } from "#testing/services";
import { until } from "#testing/until";

const order = { showId: "demo", seats: ["A1"] };
const SITE = "https://seats.example";
let services: TestServices;
beforeAll(async () => {
  services = await startServices();
});
afterAll(() => services.remove());

describe("D3 whose pages may write", () => {
  it.each<[what: string, env: Record<string, string>, headers: Record<string, string>, admitted: boolean]>([
    [
      "a name that leads here, and no site is configured",
      {},
      { host: "evil.example", origin: "http://evil.example" },
      true,
    ],
    [
      "a name that leads here (DNS rebinding)",
      { PUBLIC_ORIGINS: SITE },
      { host: "evil.example", origin: "http://evil.example" },
      false,
    ],
    ["the site's own page", { PUBLIC_ORIGINS: SITE }, { host: "10.0.0.1", origin: SITE }, true],
    [
      "the site's name with another scheme",
      { PUBLIC_ORIGINS: SITE },
      { origin: "http://seats.example" },
      false,
    ],
    ["another scheme than the request's", {}, { host: "seats.example", origin: SITE }, false],
    [
      "the scheme our proxy names",
      { TRUST_PROXY: "1" },
      { host: "seats.example", origin: SITE, "x-forwarded-proto": "https" },
      true,
    ],
    [
      "a friend's page",
      { PUBLIC_ORIGINS: SITE, ALLOWED_ORIGINS: "https://friend.example" },
      { origin: "https://friend.example" },
      true,
    ],
    ["no page at all", { PUBLIC_ORIGINS: SITE }, { host: "10.0.0.1" }, true],
  ])("%s: %s", async (_, env, headers, admitted) => {
    const node = await startTestNode(services, env);
    const cookie = await newCookie(node.url);
    const socket = await openRawSocket(node.url, headers).catch(() => undefined);
    const written = await write(node.port, { ...headers, cookie });
    socket?.destroy();
    await node.stop();
    expect([socket !== undefined, written !== 403]).toEqual([admitted, admitted]);
  });
});

/** By hand: fetch does not let a request name its own host. */
async function write(port: number, headers: Record<string, string>): Promise<number | undefined> {
  const { request: ask } = await import("node:http");
  return new Promise((resolve, reject) => {
    const asking = ask({
      port,
      host: "127.0.0.1",
      method: "POST",
      path: "/api/holds",
      headers: { ...headers, "content-type": "application/json" },
    });
    asking.once("response", (answer) => resolve(answer.resume().statusCode));
    asking.once("error", reject);
    asking.end(JSON.stringify(order));
  });
}

describe("D13 what is told", () => {
  it("nobody's answers are kept by a cache", async () => {
    const node = await startTestNode(services);
    const buyer = await openBuyer(node.url);
    for (const path of [
      "/api/bookings",
      "/api/shows",
      "/api/shows/demo",
      "/api/openapi.json",
      "/api/nothing",
    ]) {
      expect([path, (await buyer.http("GET", path)).headers.get("cache-control")]).toEqual([
        path,
        "private, no-store",
      ]);
    }
    const seats = await buyer.http("GET", "/api/shows/demo/seats");
    expect(seats.headers.get("cache-control")).toBe("private, no-cache");
    buyer.close();
    await node.stop();
  });

  it("a page may connect to where it came from, and to nowhere else", async () => {
    const node = await startTestNode(services, { TRUST_PROXY: "1" });
    const policy = async (headers: Record<string, string>) =>
      (await request(node.url, "GET", "/livez", undefined, headers)).headers
        .get("content-security-policy")
        ?.match(/connect-src [^;]*/)?.[0];
    expect(await policy({})).toBe(`connect-src 'self' ws://127.0.0.1:${node.port}`);
    expect(await policy({ "x-forwarded-proto": "https" })).toBe(
      `connect-src 'self' wss://127.0.0.1:${node.port}`,
    );
    await node.stop();
  });

  it("metrics are answered at a door of their own, where one is given, and nowhere else", async () => {
    const port = await freePort();
    const node = await startTestNode(services, { METRICS_PORT: String(port) });
    expect((await request(node.url, "GET", "/metrics")).status).toBe(404);
    const inside = await request<string>(`http://127.0.0.1:${port}`, "GET", "/metrics");
    expect(inside.body).toContain("\nsockets_connected 0");
    await node.stop();
  });
});

it("X5 is served for a while after it is no longer ready, so that a load balancer can notice", async () => {
  const node = await startNodeProcess(services, { DRAIN_NOTICE_MS: "1500" });
  const buyer = await openBuyer(node.url);
  const exit = node.stop();
  await until("it says that it stops", async () => (await readiness(node.url)) === "stopping");
  expect(await buyer.ask("show:join", { showId: "demo" })).toMatchObject({ ok: true });
  const late = await openBuyer(node.url);
  expect(await late.ask("seat:hold", { showId: "demo", seats: ["B1"] })).toMatchObject({ ok: true });
  expect(await exit).toBe(0);
  buyer.close();
  late.close();
});
