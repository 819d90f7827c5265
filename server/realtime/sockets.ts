/**
 * The Socket.io door. It checks who may open a socket, reads the identity at the handshake, and hands every
 * event to its handler; all answers go through the acknowledgement, in the asker's language.
 */
import type { Server as HttpServer } from "node:http";
import type { FastifyBaseLogger } from "fastify";
import { Server, type Socket } from "socket.io";
import type { ClientToServerEvents, ServerToClientEvents, ServiceStatus } from "#contract/events";
import { chooseLanguage, LANGUAGE_COOKIE, type Language } from "#contract/language";
import { refuse } from "#contract/outcomes";
import { isOutage } from "#server/booking/outages";
import { type Identities, readCookie } from "#server/identity";
import type { Metrics } from "#server/ops/metrics";
import { isAllowedOrigin } from "#server/origins";
import type { RateLimits } from "#server/rate-limits";
import type { Handler, Handlers } from "./handlers";

/** The largest message anyone has reason to send. */
const MESSAGE_LIMIT_BYTES = 10_000;
/**
 * What may wait for a slow reader before its socket is cut; it resyncs when it returns. Counted in bytes, not
 * packets: the answers to a burst of a thousand questions are many, small and read at once.
 */
const UNSENT_LIMIT_BYTES = 1_000_000;

export interface SocketData {
  customer: string;
  address: string;
  language: Language;
  shows: Set<string>;
}

export type BoxOfficeServer = Server<
  ClientToServerEvents,
  ServerToClientEvents,
  Record<string, never>,
  SocketData
>;
export type BoxOfficeSocket = Socket<
  ClientToServerEvents,
  ServerToClientEvents,
  Record<string, never>,
  SocketData
>;

export interface SocketDeps {
  identities: Identities;
  /** For attempts to buy, and for joins. */
  rateLimits: RateLimits;
  joinLimits: RateLimits;
  allowedOrigins: string[];
  trustProxy: boolean;
  log: FastifyBaseLogger;
  metrics: Metrics;
  status: () => ServiceStatus;
  stopping: () => boolean;
}

/** The server alone, so that others can speak through it before any event is handled. */
export function createSocketServer(http: HttpServer, deps: SocketDeps): BoxOfficeServer {
  const io: BoxOfficeServer = new Server(http, {
    transports: ["websocket"],
    serveClient: false,
    maxHttpBufferSize: MESSAGE_LIMIT_BYTES,
    // Next's own development socket shares the port.
    destroyUpgrade: false,
    allowRequest: (request, decide) => {
      const allowed = isAllowedOrigin(request.headers.origin, request.headers.host, deps.allowedOrigins);
      decide(allowed ? null : "origin not allowed", allowed);
    },
  });
  const issued = new WeakMap<object, string>();
  io.engine.on("initial_headers", (headers, request) => {
    if (deps.identities.read(request.headers.cookie)) return;
    const { customer, setCookie } = deps.identities.issue();
    issued.set(request, customer);
    headers["set-cookie"] = setCookie;
  });
  io.use((socket, next) => {
    const { headers } = socket.handshake;
    const customer =
      deps.identities.read(headers.cookie) ?? issued.get(socket.request) ?? deps.identities.issue().customer;
    const forwarded = deps.trustProxy
      ? String(headers["x-forwarded-for"] ?? "")
          .split(",")[0]
          ?.trim()
      : "";
    socket.data = {
      customer,
      address: forwarded || socket.handshake.address,
      language: chooseLanguage(readCookie(headers.cookie, LANGUAGE_COOKIE), headers["accept-language"]),
      shows: new Set(),
    };
    next();
  });
  return io;
}

/** `answered` waits for the answers under way, so that stopping cuts nobody off before theirs. */
export function handleSockets(
  io: BoxOfficeServer,
  deps: SocketDeps & { handlers: Handlers },
): { answered(): Promise<void> } {
  let underWay = 0;
  let whenAnswered = () => {};
  const answerEnded = () => {
    underWay -= 1;
    if (underWay === 0) whenAnswered();
  };
  io.on("connection", (socket) => {
    deps.metrics.sockets.inc();
    cutWhenSlow(socket, deps.metrics);
    socket.join(customerRoom(socket.data.customer));
    socket.emit("service:status", deps.status());
    socket.onAny((event: string, ...args: unknown[]) => {
      underWay += 1;
      void answer(deps, socket, event, args).then(answerEnded);
    });
    socket.on("disconnect", () => {
      deps.metrics.sockets.dec();
      deps.handlers.leaveAll(socket);
    });
  });
  return {
    async answered() {
      if (underWay === 0) return;
      await new Promise<void>((resolve) => {
        whenAnswered = resolve;
      });
    },
  };
}

async function answer(
  deps: SocketDeps & { handlers: Handlers },
  socket: BoxOfficeSocket,
  event: string,
  args: unknown[],
): Promise<void> {
  // Without an acknowledgement there is nobody to answer: nothing is done.
  const ack = args.at(-1);
  if (typeof ack !== "function") return;
  const { language } = socket.data;
  if (deps.stopping()) return ack(refuse("unavailable", language));
  const handler = deps.handlers.find(event);
  if (!handler) return ack(refuse("invalid", language, { detail: "unknown event" }));
  const admitted = admit(deps, handler, socket.data);
  if (!admitted.ok) return ack(refuse("rate_limited", language, { retryAfterMs: admitted.retryAfterMs }));
  try {
    const decision = await handler.handle(socket, args.length > 1 ? args[0] : undefined);
    ack(decision.ok ? decision : refuse(decision.code, language, decision));
  } catch (error) {
    if (!isOutage(error)) deps.log.error({ error, event }, "an event could not be handled");
    ack(refuse("unavailable", language));
  }
}

function admit(deps: SocketDeps, { countsAs }: Handler, { customer, address }: SocketData) {
  switch (countsAs) {
    case "attempt":
      return deps.rateLimits.take(customer, address);
    case "join":
      return deps.joinLimits.take(customer, address);
    case "nothing":
      return { ok: true } as const;
  }
}

/** Cuts a socket whose reader does not take what it is sent, instead of keeping it all in memory. */
function cutWhenSlow(socket: BoxOfficeSocket, metrics: Metrics): void {
  let unsentBytes = 0;
  let cut = false;
  socket.conn.on("flush", (packets: Packet[]) => {
    for (const packet of packets) unsentBytes -= sizeOf(packet);
  });
  socket.conn.on("packetCreate", (packet: Packet) => {
    unsentBytes += sizeOf(packet);
    if (cut || unsentBytes <= UNSENT_LIMIT_BYTES) return;
    cut = true;
    metrics.socketsCut.inc();
    setImmediate(() => socket.conn.close(true));
  });
}

interface Packet {
  data?: string | { byteLength: number };
}

function sizeOf({ data }: Packet): number {
  if (data === undefined) return 0;
  return typeof data === "string" ? data.length : data.byteLength;
}

export const showRoom = (showId: string) => `show:${showId}`;
export const customerRoom = (customer: string) => `customer:${customer}`;
