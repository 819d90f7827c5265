/**
 * A cable to one server of an ensemble from its peers, which can go silent: as in a partition, nothing passes and no
 * connection ends. Healed, it drops what was silent, so that the peers connect anew.
 */
import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

export interface PeerRelay {
  port: number;
  /** For everyone who comes over it, or for one caller. */
  silence(caller?: string): void;
  heal(): void;
  close(): Promise<void>;
}

interface Connection {
  caller: string | undefined;
  near: Socket;
  far: Socket | undefined;
}

export interface FirstBytes {
  /** Who calls, where the protocol says so. */
  callerOf?: (bytes: Buffer) => string | undefined;
  /** What is passed on in their place. */
  rewrite?: (bytes: Buffer) => Buffer;
}

export async function openPeerRelay(
  target: number,
  { callerOf = () => undefined, rewrite = (bytes) => bytes }: FirstBytes = {},
): Promise<PeerRelay> {
  const connections = new Set<Connection>();
  const silent = new Set<string>();
  let allSilent = false;
  const isSilent = ({ caller }: Connection) => allSilent || (caller !== undefined && silent.has(caller));

  const server = createServer((near) => {
    const connection: Connection = { caller: undefined, near, far: undefined };
    connections.add(connection);
    near.on("error", () => {});
    near.on("close", () => end(connection));
    near.once("data", (bytes) => {
      near.pause();
      connection.caller = callerOf(bytes);
      if (!isSilent(connection)) passOn(connection, rewrite(bytes));
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("No port was given.");

  return {
    port: address.port,
    silence(caller) {
      if (caller === undefined) allSilent = true;
      else silent.add(caller);
      for (const connection of connections) if (isSilent(connection)) stopPassing(connection);
    },
    heal() {
      const healed = [...connections].filter(isSilent);
      allSilent = false;
      silent.clear();
      for (const connection of healed) end(connection);
    },
    async close() {
      for (const connection of connections) end(connection);
      server.close();
      await once(server, "close");
    },
  };

  function passOn(connection: Connection, firstBytes: Buffer): void {
    const { near } = connection;
    const far = connect(target, "127.0.0.1");
    connection.far = far;
    for (const socket of [near, far]) socket.setNoDelay(true);
    far.on("error", () => {});
    far.on("close", () => end(connection));
    far.write(firstBytes);
    near.pipe(far);
    far.pipe(near);
  }

  /** Unread on both sides: the kernel keeps the connections, and neither hears of anything. */
  function stopPassing({ near, far }: Connection): void {
    if (far) near.unpipe(far).pause();
    far?.unpipe(near).pause();
  }

  function end(connection: Connection): void {
    connections.delete(connection);
    connection.near.destroy();
    connection.far?.destroy();
  }
}
