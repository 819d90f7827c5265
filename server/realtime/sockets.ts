/**
 * The Socket.io door. It checks who may open a socket, reads who asks at the handshake, and hands every
 * event to its handler; all answers go through the acknowledgement, in the asker's language.
 */
import type { Server as HttpServer, IncomingMessage } from "node:http";
import type { FastifyBaseLogger } from "fastify";
import { Server } from "socket.io";
import type { ServiceStatus } from "#contract/events";
import { chooseLanguage, LANGUAGE_COOKIE } from "#contract/language";
import { type Refusal, refuse } from "#contract/outcomes";
import { isOutage } from "#db/outages";
import { type BuyerCookies, readCookie } from "#server/access/buyer-cookie";
import type { Clients } from "#server/access/client";
import { HANDSHAKE_COST, type RateLimits } from "#server/access/rate-limits";
import type { Site } from "#server/access/site";
import { refusalOfWire } from "#server/access/wire-check";
import type { Metrics } from "#server/ops/metrics";
import type { Handler, Handlers } from "./handlers";
import { type BoxOfficeServer, type BoxOfficeSocket, buyerRoom, type SocketData } from "./socket-types";
import { limitTraffic } from "./traffic-limits";

/** The largest message anyone has reason to send. */
const MESSAGE_LIMIT_BYTES = 10_000;
/**
 * What may wait for a slow reader before its socket is cut; it resyncs when it returns. Counted in bytes, not
 * packets: the answers to a burst of a thousand questions are many, small and read at once.
 */
const UNSENT_LIMIT_BYTES = 1_000_000;
/** When a page of an address that has too many open may ask again. */
const SOCKETS_RETRY_MS = 10_000;

export interface SocketDeps {
  buyerCookies: BuyerCookies;
  clients: Clients;
  site: Site;
  /** For attempts to buy, for joins, and for bytes. */
  rateLimits: RateLimits;
  joinLimits: RateLimits;
  trafficLimits: RateLimits;
  socketsPerAddress: number;
  /** How long a new connection may take to say what it wants. */
  connectWithinMs: number;
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
    connectTimeout: deps.connectWithinMs,
    // Whoever else may be meant is asked first: Next's own development socket shares the port.
    destroyUpgrade: false,
    allowRequest: (request, decide) => {
      const refusal = deps.site.isAllowedOrigin(request) ? refusalOfHandshake(request) : "origin not allowed";
      decide(refusal, refusal === null);
    },
  });
  const issued = new WeakMap<IncomingMessage, string>();
  const open = new Map<string, number>();
  io.engine.on("initial_headers", (headers, request: IncomingMessage) => {
    if (deps.buyerCookies.read(request.headers.cookie)) return;
    const { buyer, setCookie } = deps.buyerCookies.issue(deps.site.hasSecureCookies(request));
    issued.set(request, buyer);
    headers["set-cookie"] = setCookie;
  });
  io.engine.on("connection", ({ request }: { request: IncomingMessage }) => {
    limitTraffic(request, askerOf(request), deps);
  });
  io.use((socket, next) => {
    const { headers, auth } = socket.handshake;
    const language = chooseLanguage(readCookie(headers.cookie, LANGUAGE_COOKIE), headers["accept-language"]);
    const asker = askerOf(socket.request);
    const outdated = refusalOfWire(auth.wire);
    if (outdated) return next(new ConnectionRefused(refuse(outdated, language)));
    if ((open.get(asker.address) ?? 0) >= deps.socketsPerAddress) {
      return next(
        new ConnectionRefused(refuse("rate_limited", language, { retryAfterMs: SOCKETS_RETRY_MS })),
      );
    }
    socket.data = { ...asker, language, shows: new Set() };
    next();
  });
  io.on("connection", (socket) => {
    const { address } = socket.data;
    open.set(address, (open.get(address) ?? 0) + 1);
    socket.once("disconnect", () => {
      const left = (open.get(address) ?? 1) - 1;
      if (left > 0) open.set(address, left);
      else open.delete(address);
    });
  });
  return io;

  function askerOf(request: IncomingMessage): { buyer: string; address: string } {
    const { address } = deps.clients.of(request);
    return {
      buyer: deps.buyerCookies.read(request.headers.cookie) ?? issued.get(request) ?? address,
      address,
    };
  }

  function refusalOfHandshake(request: IncomingMessage): string | null {
    const { buyer, address } = askerOf(request);
    return deps.trafficLimits.take(buyer, address, HANDSHAKE_COST).ok ? null : "too many connections";
  }
}

/** What a page hears of a connection that is not made: the refusal, in `data`. */
class ConnectionRefused extends Error {
  readonly data: Refusal;
  constructor(refusal: Refusal) {
    super(refusal.code);
    this.data = refusal;
  }
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
    socket.join(buyerRoom(socket.data.buyer));
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
  // Without an acknowledgement there is nobody to answer: nothing is done. Its bytes were counted.
  const ack = args.at(-1);
  if (typeof ack !== "function") return;
  const { language } = socket.data;
  if (deps.stopping()) return ack(refuse("unavailable", language));
  const handler = deps.handlers.find(event);
  const admitted = admit(deps, handler?.countsAs ?? "attempt", socket.data);
  if (!admitted.ok) return ack(refuse("rate_limited", language, { retryAfterMs: admitted.retryAfterMs }));
  if (!handler) return ack(refuse("invalid", language, { detail: "unknown event" }));
  try {
    const decision = await handler.handle(socket, args.length > 1 ? args[0] : undefined);
    ack(decision.ok ? decision : refuse(decision.code, language, decision));
  } catch (error) {
    if (!isOutage(error)) deps.log.error({ error, event }, "an event could not be handled");
    ack(refuse("unavailable", language));
  }
}

function admit(deps: SocketDeps, countsAs: Handler["countsAs"], { buyer, address }: SocketData) {
  switch (countsAs) {
    case "attempt":
      return deps.rateLimits.take(buyer, address);
    case "join":
      return deps.joinLimits.take(buyer, address);
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
    metrics.socketsCut.inc({ why: "slow" });
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
