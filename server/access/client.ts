/**
 * Where a request comes from: its address, and whether it came over HTTPS. A proxy in front tells both in headers,
 * which any client can write too: only what a trusted proxy has added is believed, counted from our end.
 */
import type { IncomingMessage } from "node:http";
import { BlockList, isIP, isIPv6 } from "node:net";

/** No proxy; so many of them in a row in front of us; or those at these addresses. */
export type TrustedProxies = "none" | number | string[];

export interface Client {
  /** What limits are counted by: an IPv4 address, or the network of an IPv6 one. */
  address: string;
  isSecure: boolean;
}

export interface Clients {
  of(request: IncomingMessage): Client;
  /** Whether whoever connected is a proxy, whose connections are many people's. */
  isProxy(remoteAddress: string | undefined): boolean;
}

export function createClients(trusted: TrustedProxies): Clients {
  const isTrusted = trustOf(trusted);
  return {
    of(request) {
      const remote = plain(request.socket.remoteAddress);
      const encrypted = "encrypted" in request.socket;
      const told = isTrusted(remote, 0) ? listed(request.headers["x-forwarded-proto"])[0] : undefined;
      return {
        address: network(walk(remote, listed(request.headers["x-forwarded-for"]))),
        isSecure: encrypted || told === "https",
      };
    },
    isProxy: (remoteAddress) => isTrusted(plain(remoteAddress), 0),
  };

  /** From our end: each address was written down by the one before it, and is worth as much as that one. */
  function walk(remote: string, forwarded: string[]): string {
    let address = remote;
    for (const [hop, entry] of forwarded.toReversed().entries()) {
      const next = plain(entry);
      if (!isTrusted(address, hop) || isIP(next) === 0) break;
      address = next;
    }
    return address;
  }
}

/** An address or a range of them: `10.0.0.7`, `10.0.0.0/8`, `fd00::/8`. */
export function isAddressRange(range: string): boolean {
  const [address = "", bits, ...rest] = range.split("/");
  if (isIP(address) === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (isIPv6(address) ? 128 : 32));
}

function trustOf(trusted: TrustedProxies): (address: string, hop: number) => boolean {
  if (trusted === "none") return () => false;
  if (typeof trusted === "number") return (_, hop) => hop < trusted;
  const ranges = new BlockList();
  for (const range of trusted) {
    const [address = "", bits] = range.split("/");
    const family = isIPv6(address) ? "ipv6" : "ipv4";
    if (bits === undefined) ranges.addAddress(address, family);
    else ranges.addSubnet(address, Number(bits), family);
  }
  return (address) => isIP(address) > 0 && ranges.check(address, isIPv6(address) ? "ipv6" : "ipv4");
}

function listed(header: string | string[] | undefined): string[] {
  const entries = String(header ?? "").split(",");
  return entries.map((entry) => entry.trim()).filter(Boolean);
}

/** Without the ways of writing the same IPv4 address: as an IPv6 one, or with a port. */
function plain(address = ""): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, "").replace(/^(\d+(?:\.\d+){3}):\d+$/, "$1");
}

/** A household has 2^64 addresses of IPv6: they count as one. */
function network(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = "", tail] = address.toLowerCase().split("%")[0]?.split("::") ?? [];
  const groups = head.split(":").filter(Boolean);
  const after = tail?.split(":").filter(Boolean) ?? [];
  const zeros = tail === undefined ? [] : Array<string>(8 - groups.length - after.length).fill("0");
  return `${[...groups, ...zeros, ...after].slice(0, 4).join(":")}::/64`;
}
