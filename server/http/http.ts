import {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  fastify,
  LogController,
} from "fastify";
import { refuse } from "#contract/outcomes";
import { isOutage } from "#server/booking/outages";
import type { Config } from "#server/config";
import type { Identities } from "#server/identity";
import type { Health } from "#server/ops/health";
import type { Metrics } from "#server/ops/metrics";
import type { RateLimits } from "#server/rate-limits";
import { addHealthRoutes } from "./health-routes";
import { closeIdleConnections } from "./idle-connections";
import { readJsonOnly } from "./json-only";
import { openApi } from "./openapi";
import { addRoutes, type Route } from "./route";
import { addSecurityHeaders } from "./security";
import { addVisitors, admitWrites } from "./visitors";

/** Requests are small; anything larger is cut before it is read. */
const BODY_LIMIT_BYTES = 10_000;

export interface HttpDeps {
  config: Config;
  log: FastifyBaseLogger;
  health: Health;
  metrics: Metrics;
  identities: Identities;
  rateLimits: RateLimits;
  stopping: () => boolean;
}

export function createHttp(deps: HttpDeps): FastifyInstance {
  const app = fastify({
    loggerInstance: deps.log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT_BYTES,
    trustProxy: deps.config.TRUST_PROXY,
    frameworkErrors: refuseAddress,
  });
  closeIdleConnections(app);
  addSecurityHeaders(app, { development: deps.config.NODE_ENV === "development" });
  addVisitors(app, deps);
  readJsonOnly(app);
  answerErrors(app);
  addHealthRoutes(app, deps);
  app.get("/metrics", async (_request, reply) =>
    reply.type(deps.metrics.registry.contentType).send(await deps.metrics.registry.metrics()),
  );
  return app;
}

/** The routes of the API, their OpenAPI description, and a plain answer for paths that are neither. */
export function addApi(app: FastifyInstance, deps: HttpDeps, routes: Route[]): object {
  const gate = admitWrites({ allowedOrigins: deps.config.ALLOWED_ORIGINS, rateLimits: deps.rateLimits });
  addRoutes(app, routes, gate);
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
