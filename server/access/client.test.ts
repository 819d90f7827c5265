import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { createClients, isAddressRange, type TrustedProxies } from "./client";

/** A request as Node makes it, from a peer that no test machine has. */
function requestFrom(peer: string, headers: Record<string, string> = {}): IncomingMessage {
  const socket = new Socket();
  Object.defineProperty(socket, "remoteAddress", { value: peer });
  return Object.assign(new IncomingMessage(socket), { headers });
}

function addressOf(trusted: TrustedProxies, peer: string, forwarded?: string): string {
  const headers = forwarded === undefined ? {} : { "x-forwarded-for": forwarded };
  return createClients(trusted).of(requestFrom(peer, headers)).address;
}

describe("D8 whose request it is", () => {
  it.each<[what: string, trusted: TrustedProxies, peer: string, forwarded: string | undefined, seen: string]>(
    [
      ["no proxy: the header is anyone's word", "none", "203.0.113.9", "198.51.100.1", "203.0.113.9"],
      ["one hop: what our proxy added", 1, "10.0.0.1", "198.51.100.1", "198.51.100.1"],
      [
        "one hop: what the client wrote before it is not read",
        1,
        "10.0.0.1",
        "1.1.1.1, 198.51.100.1",
        "198.51.100.1",
      ],
      ["two hops", 2, "10.0.0.1", "1.1.1.1, 198.51.100.1, 10.0.0.2", "198.51.100.1"],
      ["fewer entries than hops", 3, "10.0.0.1", "198.51.100.1", "198.51.100.1"],
      ["a hop, and no header", 1, "10.0.0.1", undefined, "10.0.0.1"],
      ["a range", ["10.0.0.0/8"], "10.0.0.1", "1.1.1.1, 198.51.100.1, 10.9.9.9", "198.51.100.1"],
      [
        "a range, and a stranger who connects directly",
        ["10.0.0.0/8"],
        "203.0.113.9",
        "1.1.1.1",
        "203.0.113.9",
      ],
      ["a range of IPv6", ["fd00::/8"], "fd00::7", "1.1.1.1, 198.51.100.1", "198.51.100.1"],
      ["an IPv4 peer written as IPv6", ["10.0.0.1"], "::ffff:10.0.0.1", "198.51.100.1", "198.51.100.1"],
      ["what is no address ends the walk", 2, "10.0.0.1", "nonsense, 198.51.100.1", "198.51.100.1"],
      ["nothing but nonsense", 1, "10.0.0.1", "nonsense", "10.0.0.1"],
      ["an address with a port", 1, "10.0.0.1", "198.51.100.1:4711", "198.51.100.1"],
      [
        "a household's IPv6 addresses are one",
        "none",
        "2001:db8:1:2:3:4:5:6",
        undefined,
        "2001:db8:1:2::/64",
      ],
      ["the same, written short", "none", "2001:db8:1:2::9", undefined, "2001:db8:1:2::/64"],
      ["the loopback address", "none", "::1", undefined, "0:0:0:0::/64"],
    ],
  )("%s", (_, trusted, peer, forwarded, seen) => {
    expect(addressOf(trusted, peer, forwarded)).toBe(seen);
  });

  it("believes a proxy, and nobody else, that it was HTTPS", () => {
    const isSecure = (trusted: TrustedProxies) =>
      createClients(trusted).of(requestFrom("10.0.0.1", { "x-forwarded-proto": "https" })).isSecure;
    expect([isSecure("none"), isSecure(1), isSecure(["10.0.0.1"]), isSecure(["10.0.0.2"])]).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });

  it.each([
    ["10.0.0.1", true],
    ["10.0.0.0/8", true],
    ["fd00::/8", true],
    ["10.0.0.0/33", false],
    ["10.0.0.0/8/8", false],
    ["proxy.example", false],
    ["", false],
  ])("an address range: %s, %s", (range, is) => {
    expect(isAddressRange(range)).toBe(is);
  });
});
