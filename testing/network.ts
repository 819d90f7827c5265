/** A stretch of network between a node and a service: it can be slow, hold back replies, break, and go silent. */
import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";

export interface Network {
  /** The way to the service through this network. */
  url: string;
  /** How long bytes are on their way from now on, in each direction. */
  slowDown(delays: Delays): void;
  /** Requests go through, replies stay on the way: all of them, or a connection's from a request that matches on. */
  holdReplies(to?: RegExp): void;
  /** Cuts every connection; what it held back is lost. New connections work, and their replies come. */
  cut(): void;
  /** Cuts every connection and every new one, until `restore`. */
  sever(): void;
  /** Connections that are open now lose every byte from now on, and neither end hears of it. New ones work. */
  silence(): void;
  /** The same for new connections too, which are accepted, until `restore`. */
  swallow(): void;
  /** How many new connections were swallowed so far. */
  swallowed(): number;
  /** From the next request that matches, a connection goes silent so many bytes before the request's end. */
  breakOff(request: RegExp, bytesMissing: number): void;
  /** The first bytes that came over each connection so far. */
  openings(): string[];
  /** New connections work again. */
  restore(): void;
  close(): Promise<void>;
}

export interface Delays {
  requestsMs: number;
  repliesMs: number;
}

const ANYTHING = /(?:)/;

interface Connection {
  client: Socket;
  /** None for a connection that was swallowed when it was made. */
  service?: Socket;
  silent: boolean;
}

export async function openNetwork(serviceUrl: string): Promise<Network> {
  const target = new URL(serviceUrl);
  const connections = new Set<Connection>();
  let delays: Delays = { requestsMs: 0, repliesMs: 0 };
  let holding: RegExp | undefined;
  let swallowed = 0;
  let breaking: { request: RegExp; bytesMissing: number } | undefined;
  const openings: string[] = [];
  let state: "open" | "severed" | "swallowing" = "open";
  // Half-open: an end that was not heard is not answered.
  const server = createServer({ allowHalfOpen: true }, (client) => {
    if (state === "severed") {
      client.resetAndDestroy();
      return;
    }
    if (state === "swallowing") {
      swallowed += 1;
      connections.add({ client, silent: true });
      client.on("error", () => {}).resume();
      return;
    }
    const service = connect({
      port: Number(target.port),
      host: target.hostname,
      allowHalfOpen: true,
    });
    const connection: Connection = { client, service, silent: false };
    connections.add(connection);
    client.once("data", (bytes) => openings.push(bytes.toString("latin1")));
    client.on("data", (bytes) => {
      if (holding?.test(bytes.toString("latin1"))) service.pause();
      if (!breaking?.request.test(bytes.toString("latin1")) || connection.silent) return;
      service.write(bytes.subarray(0, -breaking.bytesMissing));
      connection.silent = true;
    });
    passOn(connection, client, service, () => delays.requestsMs);
    passOn(connection, service, client, () => delays.repliesMs);
    for (const socket of [client, service]) {
      socket.on("error", () => {});
      socket.on("close", () => {
        // Across a silent connection not even its end is heard.
        if (connection.silent) return;
        connections.delete(connection);
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
    holding = undefined;
    for (const { client, service } of connections) {
      client.resetAndDestroy();
      service?.destroy();
    }
    connections.clear();
  };
  const silence = () => {
    for (const connection of connections) {
      connection.silent = true;
      connection.service?.resume();
    }
  };
  return {
    url: url.href,
    slowDown(next) {
      delays = next;
    },
    holdReplies(to) {
      holding = to ?? ANYTHING;
      if (!to) for (const { service } of connections) service?.pause();
    },
    cut,
    sever() {
      state = "severed";
      cut();
    },
    silence,
    swallow() {
      state = "swallowing";
      silence();
    },
    swallowed: () => swallowed,
    breakOff(request, bytesMissing) {
      breaking = { request, bytesMissing };
    },
    openings: () => openings,
    restore() {
      state = "open";
      breaking = undefined;
    },
    async close() {
      state = "severed";
      cut();
      server.close();
      await once(server, "close");
    },
  };
}

/** In order, each piece after the delay that held when it came. */
function passOn(connection: Connection, from: Socket, to: Socket, delayMs: () => number): void {
  let last: Promise<void> | undefined;
  from.on("data", (bytes) => {
    if (connection.silent) return;
    const ms = delayMs();
    if (ms === 0 && !last) {
      to.write(bytes);
      return;
    }
    const passed = Promise.all([last, delay(ms)]).then(() => {
      if (last === passed) last = undefined;
      if (!connection.silent && !to.destroyed) to.write(bytes);
    });
    last = passed;
  });
  from.on("end", async () => {
    await last;
    if (!connection.silent) to.end();
  });
}
