import type { FastifyInstance } from "fastify";
import next from "next";

/** Next.js answers whatever no route of ours has claimed. */
export async function addPages(
  app: FastifyInstance,
  options: { development: boolean; port: number },
): Promise<void> {
  const web = next({
    dev: options.development,
    dir: process.cwd(),
    httpServer: app.server,
    port: options.port,
    hostname: "localhost",
  });
  await web.prepare();
  const render = web.getRequestHandler();
  app.addHook("onClose", () => web.close());
  app.all("/*", (request, reply) => {
    reply.hijack();
    render(request.raw, reply.raw).catch((error: unknown) => {
      request.log.error({ error }, "a page could not be rendered");
      if (!reply.raw.headersSent) reply.raw.writeHead(500);
      reply.raw.end();
    });
  });
}
