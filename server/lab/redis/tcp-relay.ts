/**
 * A cable that can be cut and an address that can move: a relay of TCP connections on the loopback address.
 * Between primary and replica it is the link whose loss keeps the replica from seeing a lock; in front of the
 * primary it is the address that follows whoever is primary now, as a sentinel or a virtual IP would do it.
 */
import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

export interface TcpRelay {
  port: number;
  /** Ends every connection through it and accepts no more. */
  cut(): void;
  /** Ends every connection and leads new ones elsewhere. */
  redirectTo(port: number): void;
  close(): Promise<void>;
}

export async function openTcpRelay(target: number): Promise<TcpRelay> {
  let targetPort: number | null = target;
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    if (targetPort === null) {
      near.destroy();
      return;
    }
    const far = connect(targetPort, "127.0.0.1");
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on("error", () => {});
      socket.on("close", () => {
        sockets.delete(socket);
        near.destroy();
        far.destroy();
      });
    }
    near.pipe(far);
    far.pipe(near);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("No port was given.");
  const drop = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: address.port,
    cut() {
      targetPort = null;
      drop();
    },
    redirectTo(port) {
      targetPort = port;
      drop();
    },
    async close() {
      drop();
      server.close();
      await once(server, "close");
    },
  };
}
