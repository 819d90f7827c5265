/** A stretch of network between a node and a service: it can hold back replies, and break. */
import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

export interface Proxy {
  /** The service's URL, through the proxy. */
  url: string;
  /** Requests go through, replies stay in the proxy. */
  holdReplies(): void;
  letRepliesThrough(): void;
  /** Cuts every connection; what it held back is lost. New connections work. */
  cut(): void;
  close(): Promise<void>;
}

export async function startProxy(serviceUrl: string): Promise<Proxy> {
  const target = new URL(serviceUrl);
  const pairs = new Set<{ client: Socket; service: Socket }>();
  let holding = false;
  const server = createServer((client) => {
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
    letRepliesThrough() {
      holding = false;
      for (const { service } of pairs) service.resume();
    },
    cut,
    async close() {
      cut();
      server.close();
      await once(server, "close");
    },
  };
}
