import type { IncomingMessage, ServerResponse } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import next from "next";
import { createTurns } from "#server/access/turns";

/** Pages rendered at a time; files are not rendered. */
const PAGES_AT_ONCE = 4;
const FILES = /^\/_next\/static\//;

type Render = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

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
  app.addHook("onClose", () => web.close());
  routePages(app, web.getRequestHandler(), options);
}

export function routePages(app: FastifyInstance, render: Render, options: { development: boolean }): void {
  const turns = createTurns(PAGES_AT_ONCE);
  app.all("/*", answer);
  if (options.development) app.register(leaveToNext);

  /** Its tools for developers post plain text, more than we would read, and read it themselves. */
  async function leaveToNext(tools: FastifyInstance): Promise<void> {
    tools.removeAllContentTypeParsers();
    tools.addContentTypeParser("*", (_request, _body, done) => done(null));
    for (const path of ["/__nextjs_*", "/_next/*"]) tools.all(path, answer);
  }

  function answer(request: FastifyRequest, reply: FastifyReply): void {
    reply.hijack();
    const work = async () => {
      // Whoever has gone meanwhile is not rendered for.
      if (!request.raw.socket.destroyed) await render(request.raw, reply.raw);
    };
    const done = FILES.test(request.url) ? work() : turns.take(request.address, work);
    done.catch((error: unknown) => {
      request.log.error({ error }, "a page could not be rendered");
      if (!reply.raw.headersSent) reply.raw.writeHead(500);
      reply.raw.end();
    });
  }
}
