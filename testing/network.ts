/** A stretch of network between a node and a service: it can hold back replies, and break. */
import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

export interface Network {
  /** The way to the service through this network. */
  url: string;
  /** Requests go through, replies stay on the way. */
  holdReplies(): void;
  /** Cuts every connection; what it held back is lost. New connections work, and their replies come. */
  cut(): void;
  /** Cuts every connection and every new one, until `restore`. */
  sever(): void;
  restore(): void;
  close(): Promise<void>;
}

export async function openNetwork(serviceUrl: string): Promise<Network> {
  const target = new URL(serviceUrl);
  const pairs = new Set<{ client: Socket; service: Socket }>();
  let holding = false;
  let severed = false;
  const server = createServer((client) => {
    if (severed) {
      client.resetAndDestroy();
      return;
    }
    const service = connect(Number(target.port), target.hostname);
    const pair = { client, service };
    pairs.add(pair);
    client.on("data", (bytes) => void service.write(bytes));
    service.on("data", (bytes) => void client.write(bytes));
    if (holding) service.pause();
    for (const socket of [client, service]) {
      socket.on("error", () => {});
      socket.on("close", () => {
        pairs.delete(pair);
        client.destroy();
        service.destroy();
      });
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const url = new URL(serviceUrl);
  url.port = String(typeof address === "object" && address !== null ? address.port : 0);

  const cut = () => {
    holding = false;
    for (const { client, service } of pairs) {
      client.resetAndDestroy();
      service.destroy();
    }
  };
  return {
    url: url.href,
    holdReplies() {
      holding = true;
      for (const { service } of pairs) service.pause();
    },
    cut,
    sever() {
      severed = true;
      cut();
    },
    restore() {
      severed = false;
    },
    async close() {
      cut();
      server.close();
      await once(server, "close");
    },
  };
}
