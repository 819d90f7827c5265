/** Security headers of every answer; a page also gets a nonce, which Next reads from the request's own policy. */
import { randomBytes } from "node:crypto";
import type { FastifyInstance } from "fastify";

const FIXED_HEADERS = {
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=()",
};

export function addSecurityHeaders(app: FastifyInstance, options: { development: boolean }): void {
  app.addHook("onRequest", async (request, reply) => {
    const policy = contentPolicy(randomBytes(16).toString("base64"), options.development);
    request.raw.headers["content-security-policy"] = policy;
    reply.raw.setHeader("content-security-policy", policy);
    for (const [name, value] of Object.entries(FIXED_HEADERS)) reply.raw.setHeader(name, value);
  });
}

function contentPolicy(nonce: string, development: boolean): string {
  return [
    "default-src 'self'",
    // React's development build rebuilds server stacks with eval; the production build never does.
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${development ? " 'unsafe-eval'" : ""}`,
    // Next injects unnonced style elements in development only.
    `style-src 'self' ${development ? "'unsafe-inline'" : `'nonce-${nonce}'`}`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self' ws: wss:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}
