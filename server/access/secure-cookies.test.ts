/** D13: the buyer's cookie is Secure wherever the site is reached over HTTPS, given at either door. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { request } from "#testing/buyer";
import { startTestNode } from "#testing/node";
import { openRawSocket } from "#testing/raw-socket";
import { startServices, type TestServices } from "#testing/services";

let services: TestServices;
beforeAll(async () => {
  services = await startServices();
});
afterAll(() => services.remove());

const https = { "x-forwarded-proto": "https" };

describe("D13 the buyer's cookie", () => {
  it.each<[what: string, env: Record<string, string>, headers: Record<string, string>, secure: boolean]>([
    ["plain HTTP", {}, {}, false],
    ["HTTPS, as a stranger says", {}, https, false],
    ["HTTPS, as our proxy says", { TRUST_PROXY: "1" }, https, true],
    ["a site that is reached over HTTPS only", { PUBLIC_ORIGINS: "https://seats.example" }, {}, true],
    ["a site that is reached both ways", { PUBLIC_ORIGINS: "https://a.example,http://a.example" }, {}, false],
    ["SECURE_COOKIES=on", { SECURE_COOKIES: "on" }, {}, true],
    ["SECURE_COOKIES=off", { SECURE_COOKIES: "off", TRUST_PROXY: "1" }, https, false],
  ])("%s: Secure %s", async (_, env, headers, secure) => {
    const node = await startTestNode(services, env);
    const answer = await request(node.url, "GET", "/api/openapi.json", undefined, headers);
    const socket = await openRawSocket(node.url, headers);
    socket.destroy();
    await node.stop();
    const attributes = `; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;
    for (const cookie of [answer.headers.get("set-cookie"), socket.headers["set-cookie"]?.[0]]) {
      expect(cookie?.slice(cookie.indexOf("; HttpOnly"))).toBe(attributes);
    }
  });
});
