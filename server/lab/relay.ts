/**
 * A cable that can be cut and an address that can move: a relay of TCP connections on the loopback address.
 * Between primary and replica it is the link whose loss keeps the replica from seeing a lock; in front of the
 * primary it is the address that follows whoever is primary now, as a sentinel or a virtual IP would do it.
 */
import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

export interface Relay {
  port: number;
  /** Ends every connection through it and accepts no more. */
  cut(): void;
  /** Ends every connection and leads new ones elsewhere. */
  leadTo(port: number): void;
  close(): Promise<void>;
}

export async function openRelay(target: number): Promise<Relay> {
  let leadsTo: number | null = target;
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    if (leadsTo === null) {
      near.destroy();
      return;
    }
    const far = connect(leadsTo, "127.0.0.1");
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
      leadsTo = null;
      drop();
    },
    leadTo(port) {
      leadsTo = port;
      drop();
    },
    async close() {
      drop();
      server.close();
      await once(server, "close");
    },
  };
}
