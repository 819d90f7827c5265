import { type FastifyBaseLogger, type FastifyInstance, fastify, LogController } from "fastify";
import type { Config } from "#server/config";
import type { Health } from "#server/ops/health";
import { addHealthRoutes } from "./health-routes";
import { addSecurityHeaders } from "./security";

/** Requests are small; anything larger is cut before it is read. */
const BODY_LIMIT_BYTES = 10_000;

export interface HttpDeps {
  config: Config;
  log: FastifyBaseLogger;
  health: Health;
  stopping: () => boolean;
}

export function createHttp(deps: HttpDeps): FastifyInstance {
  const app = fastify({
    loggerInstance: deps.log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT_BYTES,
    trustProxy: deps.config.TRUST_PROXY,
    forceCloseConnections: "idle",
  });
  addSecurityHeaders(app, { development: deps.config.NODE_ENV === "development" });
  addHealthRoutes(app, deps);
  return app;
}
