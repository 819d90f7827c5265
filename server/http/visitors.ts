/** Every visitor has an identity, a language and an address; writes are admitted by origin and by rate. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { chooseLanguage, LANGUAGE_COOKIE, type Language } from "#contract/language";
import { type Identities, readCookie } from "#server/identity";
import { isAllowedOrigin } from "#server/origins";
import type { RateLimits } from "#server/rate-limits";
import { sendRefusal } from "./answers";

declare module "fastify" {
  interface FastifyRequest {
    customer: string;
    /** The identity was issued with this answer: the request brought none. */
    isNewcomer: boolean;
    language: Language;
  }
}

/** Nobody's identity matters to a probe or a static file. */
const NO_IDENTITY = /^\/(_next\/static|livez|readyz|metrics)/;

export function addVisitors(app: FastifyInstance, deps: { identities: Identities }): void {
  app.decorateRequest("customer", "");
  app.decorateRequest("isNewcomer", false);
  app.decorateRequest("language", "en");
  app.addHook("onRequest", async (request, reply) => {
    const { cookie } = request.headers;
    request.language = chooseLanguage(
      readCookie(cookie, LANGUAGE_COOKIE),
      request.headers["accept-language"],
    );
    if (NO_IDENTITY.test(request.url)) return;
    const known = deps.identities.read(cookie);
    if (known) {
      request.customer = known;
      return;
    }
    const { customer, setCookie } = deps.identities.issue();
    request.customer = customer;
    request.isNewcomer = true;
    reply.raw.setHeader("set-cookie", setCookie);
  });
}

/** For routes that change something: no page of a stranger may use a visitor's cookie to do it. */
export function admitWrites(deps: { allowedOrigins: string[]; rateLimits: RateLimits }) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    if (!isAllowedOrigin(request.headers.origin, request.headers.host, deps.allowedOrigins)) {
      return sendRefusal(reply.code(403), request.language, {
        ok: false,
        code: "invalid",
        detail: "this origin may not write",
      });
    }
    const admitted = deps.rateLimits.take(request.customer, request.ip);
    if (!admitted.ok) {
      return sendRefusal(reply, request.language, {
        ok: false,
        code: "rate_limited",
        retryAfterMs: admitted.retryAfterMs,
      });
    }
  };
}
