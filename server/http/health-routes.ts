import type { FastifyInstance } from "fastify";
import type { Health } from "#server/ops/health";

/** `/livez`: the process runs. `/readyz`: send it traffic; without Redis it sells more slowly, without Postgres not at all. */
export function addHealthRoutes(
  app: FastifyInstance,
  deps: { health: Health; leaving: () => boolean },
): void {
  app.get("/livez", async () => ({ status: "alive" }));

  app.get("/readyz", async (_request, reply) => {
    if (deps.leaving()) return reply.code(503).send({ status: "stopping" });
    const { postgres, redis } = await deps.health.check();
    if (postgres === "down") return reply.code(503).send({ status: "down", postgres, redis });
    return { status: redis === "down" ? "degraded" : "ready", postgres, redis };
  });
}
