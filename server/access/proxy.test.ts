/** D8: whom the limits count behind a proxy, at both doors. The test is the proxy: it writes the header. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openBuyer, request } from "#testing/buyer";
import { startTestNode, type TestNode } from "#testing/node";
import { startServices, type TestServices } from "#testing/services";

const LIMIT = 4;
const showId = "demo";
let services: TestServices;

beforeAll(async () => {
  services = await startServices();
});
afterAll(() => services.remove());

let taken = 0;
/** One that no test before has held. */
function freshSeat(): string {
  taken += 1;
  return `${"ABCDEFGH"[Math.floor(taken / 16)]}${1 + (taken % 16)}`;
}

/** What is counted by address and quickly used up: seats held. Each is asked for under a new name. */
const doors = {
  http: async (node: TestNode, seat: string, headers: Record<string, string>) =>
    (await request(node.url, "POST", "/api/holds", { showId, seats: [seat] }, headers)).status === 200,
  socket: async (node: TestNode, seat: string, headers: Record<string, string>) => {
    const buyer = await openBuyer(node.url, { headers });
    const answer = await buyer.ask("seat:hold", { showId, seats: [seat] });
    buyer.close();
    return answer.ok;
  },
};

describe.each(Object.entries(doors))("D8 over %s", (_, hold) => {
  it.each([
    ["off", "a header that the client wrote names nobody", (at: number) => `198.51.100.${at}`, LIMIT / 2],
    [
      "1",
      "what the client wrote before the proxy's entry",
      (at: number) => `198.51.100.${at}, 203.0.113.7`,
      LIMIT / 2,
    ],
    [
      "127.0.0.0/8, ::1",
      "the same, by the proxy's address",
      (at: number) => `198.51.100.${at}, 203.0.113.7`,
      LIMIT / 2,
    ],
    ["1", "clients behind the proxy are told apart", (at: number) => `198.51.100.${at}`, LIMIT],
    ["10.0.0.0/8", "a proxy that is not ours is not believed", (at: number) => `198.51.100.${at}`, LIMIT / 2],
  ])("TRUST_PROXY=%s: %s", async (trust, _what, forwarded, admitted) => {
    const env = { RATE_LIMITS: "on", HELD_SEATS_PER_ADDRESS: String(LIMIT), TRUST_PROXY: trust };
    const node = await startTestNode(services, env);
    let held = 0;
    for (let at = 1; at <= LIMIT; at += 1) {
      if (await hold(node, freshSeat(), { "x-forwarded-for": forwarded(at) })) held += 1;
    }
    await node.stop();
    expect(held).toBe(admitted);
  });
});
