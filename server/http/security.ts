/** Security headers of every answer; a page also gets a nonce, which Next reads from the request's own policy. */
import { randomBytes } from "node:crypto";
import type { FastifyInstance } from "fastify";
import type { Clients } from "#server/access/client";

const FIXED_HEADERS = {
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=()",
};

/** What a Host header may be to appear in another header. */
const HOST = /^[\w.-]+(:\d+)?$|^\[[\da-f:]+\](:\d+)?$/i;

export function addSecurityHeaders(
  app: FastifyInstance,
  options: { development: boolean; clients: Clients },
): void {
  app.addHook("onRequest", async (request, reply) => {
    const { host = "" } = request.headers;
    const scheme = options.clients.of(request.raw).isSecure ? "wss" : "ws";
    const socket = HOST.test(host) ? `${scheme}://${host}` : "";
    const policy = contentPolicy(randomBytes(16).toString("base64"), socket, options.development);
    request.raw.headers["content-security-policy"] = policy;
    reply.raw.setHeader("content-security-policy", policy);
    for (const [name, value] of Object.entries(FIXED_HEADERS)) reply.raw.setHeader(name, value);
    // An answer may be one buyer's alone, or bring a cookie. Pages say for themselves.
    reply.header("cache-control", "private, no-store");
  });
}

function contentPolicy(nonce: string, socket: string, development: boolean): string {
  return [
    "default-src 'self'",
    // React's development build rebuilds server stacks with eval; the production build never does.
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${development ? " 'unsafe-eval'" : ""}`,
    // Next injects unnonced style elements in development only.
    `style-src 'self' ${development ? "'unsafe-inline'" : `'nonce-${nonce}'`}`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    // 'self' means the socket too, except to Safari before 15.4.
    `connect-src 'self' ${socket}`.trimEnd(),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}
