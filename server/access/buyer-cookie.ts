/**
 * Who is asking. Every buyer gets a random name in a signed cookie; a socket brings it at the
 * handshake. Nothing that belongs to a buyer opens without that cookie. The name carries the moment it was given:
 * a script can have any number of new names, but not old ones.
 */
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

export const BUYER_COOKIE = "last-seat-id";
const ONE_YEAR_S = 31_536_000;
const NAME_BYTES = 15;
const BORN_BYTES = 6;

export interface BuyerCookies {
  /** The buyer a Cookie header proves, or undefined. */
  read(cookieHeader: string | undefined): string | undefined;
  /** `secure`: for a site that is reached over HTTPS. */
  issue(secure: boolean): { buyer: string; setCookie: string };
}

export function createBuyerCookies(secret: string, now: () => number = Date.now): BuyerCookies {
  const sign = (buyer: string) => createHmac("sha256", secret).update(buyer).digest("base64url");
  return {
    read(cookieHeader) {
      const cookie = readCookie(cookieHeader, BUYER_COOKIE);
      const [buyer, signature] = cookie?.split("~") ?? [];
      if (!buyer || !signature) return undefined;
      const expected = Buffer.from(sign(buyer));
      const given = Buffer.from(signature);
      return expected.length === given.length && timingSafeEqual(expected, given) ? buyer : undefined;
    },
    issue(secure) {
      const name = randomBytes(NAME_BYTES);
      name.writeUIntBE(now(), 0, BORN_BYTES);
      const buyer = `s-${name.toString("base64url")}`;
      const attributes = `Path=/; Max-Age=${ONE_YEAR_S}; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;
      return { buyer, setCookie: `${BUYER_COOKIE}=${buyer}~${sign(buyer)}; ${attributes}` };
    },
  };
}

/** When a buyer's name was given, in milliseconds since 1970. */
export function bornAtMs(buyer: string): number {
  const name = Buffer.from(buyer.slice("s-".length), "base64url");
  return name.length === NAME_BYTES ? name.readUIntBE(0, BORN_BYTES) : Number.POSITIVE_INFINITY;
}

/** A label that someone without a cookie gave themselves. The prefix keeps it apart from every session. */
export function guestBuyer(label: string): string {
  return `guest-${label}`;
}

export function readCookie(header: string | undefined, name: string): string | undefined {
  for (const pair of header?.split(";") ?? []) {
    const at = pair.indexOf("=");
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim();
  }
  return undefined;
}
