/**
 * Who is asking. Every visitor gets a random identity in a signed cookie; a socket brings it at the
 * handshake. Nothing that belongs to an identity opens without that cookie.
 */
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

export const IDENTITY_COOKIE = "last-seat-id";
const ONE_YEAR_S = 31_536_000;

export interface Identities {
  /** The identity a Cookie header proves, or undefined. */
  read(cookieHeader: string | undefined): string | undefined;
  issue(): { customer: string; setCookie: string };
}

export function createIdentities(secret: string, options: { secure: boolean }): Identities {
  const sign = (customer: string) => createHmac("sha256", secret).update(customer).digest("base64url");
  return {
    read(cookieHeader) {
      const cookie = readCookie(cookieHeader, IDENTITY_COOKIE);
      const [customer, signature] = cookie?.split("~") ?? [];
      if (!customer || !signature) return undefined;
      const expected = Buffer.from(sign(customer));
      const given = Buffer.from(signature);
      return expected.length === given.length && timingSafeEqual(expected, given) ? customer : undefined;
    },
    issue() {
      const customer = `s-${randomBytes(15).toString("base64url")}`;
      const attributes = `Path=/; Max-Age=${ONE_YEAR_S}; HttpOnly; SameSite=Lax${options.secure ? "; Secure" : ""}`;
      return { customer, setCookie: `${IDENTITY_COOKIE}=${customer}~${sign(customer)}; ${attributes}` };
    },
  };
}

/** A label that someone without a cookie gave themselves. The prefix keeps it apart from every session. */
export function guestIdentity(label: string): string {
  return `guest-${label}`;
}

export function readCookie(header: string | undefined, name: string): string | undefined {
  for (const pair of header?.split(";") ?? []) {
    const at = pair.indexOf("=");
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim();
  }
  return undefined;
}
