import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";

/**
 * Whoever still gets in while the server closes, before the load balancer has noticed, is answered: Fastify would by
 * itself answer 503, with a page that is none of ours.
 */
export const ANSWER_TO_THE_END = { return503OnClosing: false };

/**
 * Lets the server close as soon as the last request is answered. Node's own count of idle connections leaves
 * out, before Node.js 26, those that browsers open in advance and have not used, and it is taken once: a connection that was busy
 * at that moment stays open afterwards. Either would hold up the end for all the time allowed for draining.
 */
export function closeIdleConnections(app: FastifyInstance): void {
  const idle = new Set<Socket>();
  let closing = false;
  app.server.on("connection", (socket: Socket) => {
    idle.add(socket);
    socket.once("close", () => idle.delete(socket));
  });
  app.server.on("request", ({ socket }, response) => {
    idle.delete(socket);
    response.once("close", () => {
      if (closing) socket.destroySoon();
      else if (!socket.destroyed) idle.add(socket);
    });
  });
  app.addHook("preClose", async () => {
    closing = true;
    for (const socket of idle) socket.destroy();
  });
}
