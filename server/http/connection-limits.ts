/** Bounds what a connection may cost before it has asked for anything: how many there are, and how long they wait. */
import type { IncomingMessage, Server } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { Clients } from "#server/access/client";

const TOO_MANY =
  "HTTP/1.1 429 Too Many Requests\r\nRetry-After: 10\r\nConnection: close\r\nContent-Length: 0\r\n\r\n";
const NOT_FOUND = "HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n";

/** A proxy's connections are many people's, and are its own to bound. */
export function limitConnections(server: Server, clients: Clients, perAddress: number): void {
  const open = new Map<string, number>();
  server.on("connection", (socket: Socket) => {
    const { remoteAddress } = socket;
    if (remoteAddress === undefined || clients.isProxy(remoteAddress)) return;
    const count = (open.get(remoteAddress) ?? 0) + 1;
    open.set(remoteAddress, count);
    socket.once("close", () => {
      const left = (open.get(remoteAddress) ?? 1) - 1;
      if (left > 0) open.set(remoteAddress, left);
      else open.delete(remoteAddress);
    });
    if (count > perAddress) answerAndClose(socket, TOO_MANY);
  });
}

/** Node leaves a connection that asks to be upgraded to whoever listens, and open for ever if nobody answers. */
export function refuseOtherUpgrades(server: Server, isOurs: (path: string) => boolean): void {
  server.on("upgrade", (request: IncomingMessage, socket: Duplex) => {
    if (!isOurs(request.url ?? "")) answerAndClose(socket, NOT_FOUND);
  });
}

function answerAndClose(socket: Duplex, answer: string): void {
  socket.on("error", () => {});
  socket.end(answer, () => socket.destroy());
}
