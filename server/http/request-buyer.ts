/** Every request has a buyer, a language and an address; requests are admitted by origin and by rate. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { chooseLanguage, LANGUAGE_COOKIE, type Language } from "#contract/language";
import { WIRE_HEADER } from "#contract/wire-version";
import { type BuyerCookies, readCookie } from "#server/access/buyer-cookie";
import type { Clients } from "#server/access/client";
import { type Admission, PAGE_COST, type RateLimits } from "#server/access/rate-limits";
import type { Site } from "#server/access/site";
import { refusalOfWire } from "#server/access/wire-check";
import { sendRefusal } from "./answers";
import { sendWaitPage } from "./wait-page";

declare module "fastify" {
  interface FastifyRequest {
    buyer: string;
    address: string;
    /** The buyer was named with this answer: the request brought no name. */
    isNewcomer: boolean;
    language: Language;
  }
}

/** Who asks does not matter to a probe or a file that is everyone's. */
const PROBES = /^\/(livez|readyz|metrics)(\?|$)/;
const FILES = /^\/(_next\/static\/|favicon\.ico|icon\.svg)/;
const NO_PAGE = /^\/(api|_next)\//;

export interface VisitorDeps {
  buyerCookies: BuyerCookies;
  clients: Clients;
  site: Site;
}

export function identifyBuyers(app: FastifyInstance, deps: VisitorDeps): void {
  app.decorateRequest("buyer", "");
  app.decorateRequest("address", "");
  app.decorateRequest("isNewcomer", false);
  app.decorateRequest("language", "en");
  app.addHook("onRequest", async (request, reply) => {
    const { cookie } = request.headers;
    request.address = deps.clients.of(request.raw).address;
    request.language = chooseLanguage(
      readCookie(cookie, LANGUAGE_COOKIE),
      request.headers["accept-language"],
    );
    const known = deps.buyerCookies.read(cookie);
    if (known || PROBES.test(request.url) || FILES.test(request.url)) {
      request.buyer = known ?? request.address;
      return;
    }
    const { buyer, setCookie } = deps.buyerCookies.issue(deps.site.hasSecureCookies(request.raw));
    request.buyer = buyer;
    request.isNewcomer = true;
    reply.raw.setHeader("set-cookie", setCookie);
  });
}

/** Everything that is asked counts, except what counts as an attempt, and probes. */
export function limitReads(app: FastifyInstance, readLimits: RateLimits): void {
  app.addHook("onRequest", async (request, reply) => {
    const { url, buyer, address } = request;
    if (request.routeOptions.config.writes || PROBES.test(url)) return;
    const isPage = !NO_PAGE.test(url) && !FILES.test(url);
    const admitted = readLimits.take(buyer, address, isPage ? PAGE_COST : 1);
    if (admitted.ok) return;
    if (isPage && request.headers.accept?.includes("text/html"))
      return sendWaitPage(reply, request, admitted);
    return sendLimited(reply, request, admitted);
  });
}

/** For routes that change something: no page of a stranger may use a buyer's cookie to do it. */
export function admitWrites(deps: { site: Site; rateLimits: RateLimits }) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    if (!deps.site.isAllowedOrigin(request.raw)) {
      return sendRefusal(reply.code(403), request.language, {
        ok: false,
        code: "invalid",
        detail: "this origin may not write",
      });
    }
    const outdated = refusalOfWire(request.headers[WIRE_HEADER]);
    if (outdated) return sendRefusal(reply, request.language, { ok: false, code: outdated });
    const admitted = deps.rateLimits.take(request.buyer, request.address);
    if (!admitted.ok) return sendLimited(reply, request, admitted);
  };
}

function sendLimited(
  reply: FastifyReply,
  { language }: FastifyRequest,
  { retryAfterMs }: Extract<Admission, { ok: false }>,
): FastifyReply {
  return sendRefusal(reply, language, { ok: false, code: "rate_limited", retryAfterMs });
}
