/** D11: connections that ask for nothing, or never finish asking. */
import { connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { request } from "#testing/buyer";
import { startTestNode, type TestNode } from "#testing/node";
import { openRawSocket } from "#testing/raw-socket";
import { startServices, type TestServices } from "#testing/services";
import { until } from "#testing/until";

const CONNECTIONS = 20;
let services: TestServices;
let node: TestNode;

beforeAll(async () => {
  services = await startServices();
  node = await startTestNode(services, {
    RATE_LIMITS: "on",
    REQUEST_TIMEOUT_MS: "300",
    CONNECTIONS_PER_ADDRESS: String(CONNECTIONS),
  });
});
afterAll(async () => {
  await node.stop();
  await services.remove();
});

function open(): Socket {
  return connect(node.port, "127.0.0.1").on("error", () => {});
}

describe("D11 a connection is closed", () => {
  it.each([
    ["that says nothing", ""],
    ["that never ends its headers", "GET /api/shows HTTP/1.1\r\nHost: localhost\r\n"],
    [
      "that never ends its body",
      "POST /api/holds HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{",
    ],
    [
      "that wants to be upgraded where nothing is",
      "GET /elsewhere HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n",
    ],
    [
      "that wants to be upgraded to what we do not speak",
      "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n",
    ],
  ])("%s", async (_, said) => {
    const socket = open();
    socket.write(said);
    // The other end ends it: this waits for that, and for as long as it takes.
    expect(await text(socket)).toMatch(/^(HTTP\/1\.1 4\d\d |$)/);
    socket.destroy();
  });

  it("that opened a socket and then says nothing", async () => {
    const raw = await openRawSocket(node.url);
    await until("it is closed", () => raw.isClosed());
  });

  it("when its address has too many open, and is told so", async () => {
    const sockets = Array.from({ length: CONNECTIONS }, open);
    const tooMany = await until("one too many is told", async () => {
      const answer = await text(open());
      return answer.startsWith("HTTP/1.1 429 ") && answer;
    });
    expect(tooMany).toMatch(/\r\nRetry-After: \d+\r\n/);
    for (const socket of sockets) socket.destroy();
    await until("there is room again", async () => {
      const answer = await request(node.url, "GET", "/livez");
      return answer.status === 200;
    });
  });
});
