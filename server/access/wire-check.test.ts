/** D14: pages of another version, at both doors. */

import { io } from "socket.io-client";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Refusal } from "#contract/outcomes";
import { WIRE_HEADER, WIRE_VERSION } from "#contract/wire-version";
import { request } from "#testing/buyer";
import { startTestNode, type TestNode } from "#testing/node";
import { startServices, type TestServices } from "#testing/services";

let services: TestServices;
let node: TestNode;
beforeAll(async () => {
  services = await startServices();
  node = await startTestNode(services);
});
afterAll(async () => {
  await node.stop();
  await services.remove();
});

/** What a page hears that connects with this version. */
function connect(auth: object): Promise<unknown> {
  const socket = io(node.url, { transports: ["websocket"], forceNew: true, reconnection: false, auth });
  return new Promise((resolve) => {
    socket.once("connect", () => resolve("connected"));
    socket.once("connect_error", (error) => resolve("data" in error ? error.data : error));
  }).finally(() => socket.disconnect());
}

it.each([
  ["the same", WIRE_VERSION, "connected", 200],
  ["an older one", WIRE_VERSION - 1, "outdated", 426],
  ["a newer one, from a node that is newer", WIRE_VERSION + 1, "unavailable", 503],
  ["what is no version", "x", "outdated", 426],
  ["none, as a script does", undefined, "connected", 200],
])("D14 a page that speaks %s", async (_, version, heard, status) => {
  const expected = heard === "connected" ? heard : expect.objectContaining({ ok: false, code: heard });
  expect(await connect(version === undefined ? {} : { wire: version })).toEqual(expected);
  const headers = version === undefined ? {} : { [WIRE_HEADER]: String(version) };
  const written = await request<Refusal>(node.url, "POST", "/api/demo/reset", undefined, headers);
  expect(written.status).toBe(status);
  if (status !== 200) expect(written.body.code).toBe(heard);
});
