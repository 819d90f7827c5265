/** D9: reading over HTTP has an allowance too, which an address shares fairly and a page's reader never meets. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { createBuyerCookies } from "#server/access/buyer-cookie";
import { newCookie, request } from "#testing/buyer";
import { startTestNode, type TestNode } from "#testing/node";
import { startServices, type TestServices } from "#testing/services";
import { until } from "#testing/until";

/** As dear as a page, and not there: nothing is rendered without the web. */
const PAGE = "/nowhere";
const SECRET = "a secret of this flood";
let services: TestServices;
let node: TestNode;

beforeAll(async () => {
  services = await startServices();
  node = await startTestNode(services, { RATE_LIMITS: "on", SESSION_SECRET: SECRET });
});
afterAll(async () => {
  await node.stop();
  await services.remove();
});

const read = (path: string, headers: Record<string, string> = {}) =>
  request<{ code?: string }>(node.url, "GET", path, undefined, headers);

function untilRefused(path: string, headers: Record<string, string>) {
  return until("reading is refused", async () => {
    const answers = await Promise.all(Array.from({ length: 200 }, () => read(path, headers)));
    return answers.find(({ status }) => status === 429);
  });
}

it("D9 tells who reads too fast when to read again, and then serves them", async () => {
  const cookie = await newCookie(node.url);
  const refused = await untilRefused(PAGE, { cookie });
  expect(refused.body).toMatchObject({ ok: false, code: "rate_limited", retryAfterMs: expect.any(Number) });
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
  await until("it is served again", async () => {
    const answer = await read(PAGE, { cookie });
    return answer.status === 404;
  });
});

it("D9 probes are always answered", async () => {
  await untilRefused(PAGE, { cookie: await newCookie(node.url) });
  for (const path of ["/livez", "/readyz", "/metrics"]) expect((await read(path)).status).toBe(200);
});

it("D9 one who asks for pages under a new name each time uses up what is for newcomers, and no more", async () => {
  const known =
    createBuyerCookies(SECRET, () => Date.now() - 3_600_000)
      .issue(false)
      .setCookie.split(";")[0] ?? "";
  const page = await untilRefused("/", { accept: "text/html", "accept-language": "vi" });
  expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(page.headers.get("cache-control")).toBe("private, no-store");
  expect(page.body).toContain('<html lang="vi">');
  expect(page.body).toContain("Xin đợi một chút");
  expect((await read("/api/shows/demo", { cookie: known })).status).toBe(200);
});
