/** A buyer from outside: a real socket and real HTTP requests that share one cookie. */
import { io, type Socket } from "socket.io-client";
import type { ClientToServerEvents, ServerToClientEvents } from "#contract/events";

const ANSWER_WITHIN_MS = 25_000;

type Asked<E extends keyof ClientToServerEvents> = Parameters<ClientToServerEvents[E]>[0];
type Answered<E extends keyof ClientToServerEvents> = Parameters<Parameters<ClientToServerEvents[E]>[1]>[0];
interface AnyEvents {
  [event: string]: (...args: unknown[]) => void;
}

export interface HttpAnswer<T> {
  status: number;
  headers: Headers;
  /** As it came over the wire: the test says what it should be. */
  body: T;
}

export interface Buyer {
  readonly cookie: string;
  readonly socket: Socket<ServerToClientEvents, AnyEvents>;
  /** Rejects if the socket is lost or nothing is answered. */
  ask<E extends keyof ClientToServerEvents>(event: E, request: Asked<E>): Promise<Answered<E>>;
  /** The same for what should not be sent. */
  send(event: string, ...args: unknown[]): Promise<unknown>;
  /** Everything of a kind that is heard from now on. */
  listen<E extends keyof ServerToClientEvents>(event: E): Parameters<ServerToClientEvents[E]>[0][];
  http<T = unknown>(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<HttpAnswer<T>>;
  close(): void;
}

export interface BuyerOptions {
  /** The name of an earlier buyer. */
  cookie?: string;
  headers?: Record<string, string>;
}

export async function openBuyer(url: string, options: BuyerOptions = {}): Promise<Buyer> {
  const cookie = options.cookie ?? (await newCookie(url));
  const socket: Socket<ServerToClientEvents, AnyEvents> = io(url, {
    transports: ["websocket"],
    forceNew: true,
    reconnection: false,
    extraHeaders: { cookie, ...options.headers },
  });
  await connected(socket);

  return {
    cookie,
    socket,
    ask: (event, asked) => answerOf(socket, event, [asked]),
    send: (event, ...args) => answerOf(socket, event, args),
    listen(event) {
      const heard: Parameters<ServerToClientEvents[typeof event]>[0][] = [];
      socket.onAny((name: string, payload) => void (name === event && heard.push(payload)));
      return heard;
    },
    http: (method, path, body, headers) => request(url, method, path, body, { cookie, ...headers }),
    close: () => void socket.disconnect(),
  };
}

/** `body` is sent as JSON; text is sent as it is. */
export async function request<T = unknown>(
  url: string,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<HttpAnswer<T>> {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: { ...(body !== undefined && { "content-type": "application/json" }), ...headers },
    ...(text !== undefined && { body: text }),
  });
  const said = await answer.text();
  const isJson = answer.headers.get("content-type")?.startsWith("application/json") ?? false;
  return { status: answer.status, headers: answer.headers, body: isJson ? JSON.parse(said) : said };
}

/** What a buyer without a cookie is given. */
export async function newCookie(url: string): Promise<string> {
  const { headers } = await request(url, "GET", "/api/openapi.json");
  const [pair] = headers.get("set-cookie")?.split(";") ?? [];
  if (!pair) throw new Error("the buyer was given no name");
  return pair;
}

export function connected(socket: Socket<ServerToClientEvents, AnyEvents>): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once("connect", resolve);
    socket.once("connect_error", reject);
    // Cut before it was through: nothing else is told. A refusal closes it too, and is told right after that.
    socket.io.once("close", (reason) =>
      setImmediate(() => reject(new Error(`the socket was lost: ${reason}`))),
    );
  });
}

function answerOf<T>(
  socket: Socket<ServerToClientEvents, AnyEvents>,
  event: string,
  args: unknown[],
): Promise<T> {
  return new Promise((resolve, reject) => {
    const lost = (reason: string) => reject(new Error(`the socket was lost: ${reason}`));
    socket.once("disconnect", lost);
    socket.timeout(ANSWER_WITHIN_MS).emit(event, ...args, (error: Error | null, answer: T) => {
      socket.off("disconnect", lost);
      if (error) reject(error);
      else resolve(answer);
    });
  });
}
