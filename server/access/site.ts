/** Where the site is reached, and what follows: whose pages may write, and whether cookies are Secure. */
import type { IncomingMessage } from "node:http";
import type { Config } from "#server/config";
import type { Clients } from "./client";

export interface Site {
  /**
   * Which pages may open a socket or write: our own, and those configured. A request without an Origin header
   * does not come from a page (a script, a load test) and carries no one's cookies against their will.
   */
  isAllowedOrigin(request: IncomingMessage): boolean;
  hasSecureCookies(request: IncomingMessage): boolean;
}

export function createSite(
  clients: Clients,
  config: Pick<Config, "PUBLIC_ORIGINS" | "ALLOWED_ORIGINS" | "SECURE_COOKIES">,
): Site {
  const { PUBLIC_ORIGINS: own, ALLOWED_ORIGINS: allowed, SECURE_COOKIES: secure } = config;
  const isHttpsOnly = own.length > 0 && own.every((origin) => origin.startsWith("https:"));
  return {
    isAllowedOrigin(request) {
      const { origin, host } = request.headers;
      if (origin === undefined || allowed.includes(origin)) return true;
      // A name of a stranger's that leads to us (DNS rebinding) makes Host and Origin agree.
      if (own.length > 0) return own.includes(origin);
      return origin === `${clients.of(request).isSecure ? "https" : "http"}://${host}`;
    },
    hasSecureCookies(request) {
      return secure === "auto" ? isHttpsOnly || clients.of(request).isSecure : secure === "on";
    },
  };
}
