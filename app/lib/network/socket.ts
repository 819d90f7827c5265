/**
 * The page's connection to the box office. WebSocket only, so any node may answer. Nothing is ever queued for
 * a later connection: a click belongs to the moment in which it was made, and after a reconnect the page first
 * asks what is true.
 */
import type { Socket } from "socket.io-client";
import type { ClientToServerEvents, ServerToClientEvents } from "#contract/events";
import { WIRE_VERSION } from "#contract/wire-version";
import { heedRefusals } from "./connection-refusal";

type Event = keyof ClientToServerEvents;
export type RequestOf<E extends Event> = Parameters<ClientToServerEvents[E]>[0];
export type OutcomeOf<E extends Event> = Parameters<Parameters<ClientToServerEvents[E]>[1]>[0];

/** Requests go through `request`, which ties each event to its own answer. */
export type BoxOfficeSocket = Socket<
  ServerToClientEvents,
  Record<Event, (body: object, ack: (outcome: unknown) => void) => void>
>;

/** `lost`: no answer came; whether it was done is not known. `offline`: it was never sent. */
export type Answer<E extends Event> =
  | { kind: "answered"; outcome: OutcomeOf<E> }
  | { kind: "lost" }
  | { kind: "offline" };

/** Longer than the server's own longest wait for Postgres, shorter than a buyer's patience. */
const ANSWER_TIMEOUT_MS = 8000;
const RECONNECT_FIRST_MS = 250;
const RECONNECT_MAX_MS = 3000;

/** Loaded after the page is usable: the seats are on it without a connection. */
export async function openSocket(url?: string): Promise<BoxOfficeSocket> {
  const { io } = await import("socket.io-client");
  const options = {
    transports: ["websocket"],
    auth: { wire: WIRE_VERSION },
    autoConnect: false,
    reconnectionDelay: RECONNECT_FIRST_MS,
    reconnectionDelayMax: RECONNECT_MAX_MS,
    timeout: ANSWER_TIMEOUT_MS,
  };
  const socket: BoxOfficeSocket = url === undefined ? io(options) : io(url, { ...options, forceNew: true });
  heedRefusals(socket);
  return socket;
}

export async function request<E extends Event>(
  socket: BoxOfficeSocket,
  event: E,
  body: RequestOf<E>,
  withinMs = ANSWER_TIMEOUT_MS,
): Promise<Answer<E>> {
  if (!socket.connected) return { kind: "offline" };
  const name: Event = event;
  return new Promise((resolve) => {
    socket.timeout(withinMs).emit(name, body, (error: Error | null, outcome: unknown) => {
      resolve(error === null && isOutcome<E>(outcome) ? { kind: "answered", outcome } : { kind: "lost" });
    });
  });
}

function isOutcome<E extends Event>(value: unknown): value is OutcomeOf<E> {
  return typeof value === "object" && value !== null && "ok" in value;
}
