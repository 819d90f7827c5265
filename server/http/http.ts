import {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  fastify,
  LogController,
} from "fastify";
import { refuse } from "#contract/outcomes";
import { isOutage } from "#db/outages";
import type { BuyerCookies } from "#server/access/buyer-cookie";
import type { Clients } from "#server/access/client";
import type { RateLimits } from "#server/access/rate-limits";
import type { Site } from "#server/access/site";
import type { Config } from "#server/config";
import type { Health } from "#server/ops/health";
import type { Metrics } from "#server/ops/metrics";
import { limitConnections, refuseOtherUpgrades } from "./connection-limits";
import { addHealthRoutes } from "./health-routes";
import { ANSWER_TO_THE_END, closeIdleConnections } from "./idle-connections";
import { readJsonOnly } from "./json-only";
import { openApi } from "./openapi";
import { admitWrites, identifyBuyers, limitReads } from "./request-buyer";
import { addRoutes, type Route } from "./route";
import { addSecurityHeaders } from "./security";

/** Requests are small; anything larger is cut before it is read. */
const BODY_LIMIT_BYTES = 10_000;
/** Node looks so often for requests that take too long to arrive. */
const LOOK_EVERY_MS = 2_000;

const OUR_UPGRADES = /^\/socket\.io\//;
const NEXT_UPGRADES = /^\/_next\//;

export interface HttpDeps {
  config: Config;
  log: FastifyBaseLogger;
  health: Health;
  metrics: Metrics;
  buyerCookies: BuyerCookies;
  clients: Clients;
  site: Site;
  /** For attempts to buy, and for reading. */
  rateLimits: RateLimits;
  readLimits: RateLimits;
  /** The door is about to close, or closing. */
  leaving: () => boolean;
}

export function createHttp(deps: HttpDeps): FastifyInstance {
  const { NODE_ENV, REQUEST_TIMEOUT_MS, CONNECTIONS_PER_ADDRESS, RATE_LIMITS } = deps.config;
  const development = NODE_ENV === "development";
  const app = fastify({
    loggerInstance: deps.log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT_BYTES,
    frameworkErrors: refuseAddress,
    requestTimeout: REQUEST_TIMEOUT_MS,
    ...ANSWER_TO_THE_END,
    http: {
      headersTimeout: REQUEST_TIMEOUT_MS,
      connectionsCheckingInterval: Math.min(LOOK_EVERY_MS, REQUEST_TIMEOUT_MS),
    },
  });
  if (RATE_LIMITS) limitConnections(app.server, deps.clients, CONNECTIONS_PER_ADDRESS);
  refuseOtherUpgrades(
    app.server,
    (path) => OUR_UPGRADES.test(path) || (development && NEXT_UPGRADES.test(path)),
  );
  closeIdleConnections(app);
  addSecurityHeaders(app, { development, clients: deps.clients });
  identifyBuyers(app, deps);
  limitReads(app, deps.readLimits);
  readJsonOnly(app);
  answerErrors(app);
  addHealthRoutes(app, deps);
  if (deps.config.METRICS_PORT === undefined) addMetrics(app, deps.metrics);
  return app;
}

/** A door of its own for `/metrics`, which no load balancer leads to. */
export async function openMetricsDoor(deps: { host: string; port: number; metrics: Metrics }) {
  const app = fastify();
  addMetrics(app, deps.metrics);
  await app.listen({ host: deps.host, port: deps.port });
  return app;
}

function addMetrics(app: FastifyInstance, { registry }: Metrics): void {
  app.get("/metrics", async (_request, reply) =>
    reply.type(registry.contentType).send(await registry.metrics()),
  );
}

/** The routes of the API, their OpenAPI description, and a plain answer for paths that are neither. */
export function addApi(app: FastifyInstance, deps: HttpDeps, routes: Route[]): object {
  addRoutes(app, routes, admitWrites(deps));
  const description = openApi(routes);
  app.get("/api/openapi.json", async () => description);
  app.all("/api/*", async (request, reply) => reply.code(404).send(refuse("not_found", request.language)));
  return description;
}

/** An address that cannot be decoded ends here, before any hook has run. */
function refuseAddress(_error: Error, _request: object, reply: Pick<FastifyReply, "code">): void {
  reply.code(400).send(refuse("invalid", "en", { detail: "the address is not readable" }));
}

/** A client never sees a stack; what is our fault is logged. */
function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const status = error instanceof Error && "statusCode" in error ? Number(error.statusCode) : 500;
    if (status >= 400 && status < 500) {
      const detail =
        status === 415 ? "send application/json" : status === 413 ? "too large" : "not readable as JSON";
      return reply.code(status).send(refuse("invalid", request.language, { detail }));
    }
    if (!isOutage(error)) request.log.error({ error, url: request.url }, "a request could not be handled");
    return reply.code(503).header("retry-after", 1).send(refuse("unavailable", request.language));
  });
}
