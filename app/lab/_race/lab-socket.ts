/** The page's connection to the lab. WebSocket only, as everywhere; opened with the first race or game. */
import { io, type Socket } from "socket.io-client";
import type { LabClientToServerEvents, LabServerToClientEvents } from "#contract/lab";
import { Cell } from "../../lib/live/cell";

export type LabSocket = Socket<LabServerToClientEvents, Record<Event, Emit>>;
type Event = keyof LabClientToServerEvents;
type Emit = (body: object, ack: (outcome: unknown) => void) => void;
type RequestOf<E extends Event> = Parameters<LabClientToServerEvents[E]>[0];
type OutcomeOf<E extends Event> = Parameters<Parameters<LabClientToServerEvents[E]>[1]>[0];

export type LabConnection = "idle" | "connecting" | "live" | "lost";

/** A move of the game may wait for a lock to lapse; anything slower is a dead connection. */
const ANSWER_TIMEOUT_MS = 45_000;
const RECONNECT_FIRST_MS = 250;
const RECONNECT_MAX_MS = 3000;

export class LabLink {
  readonly connection = new Cell<LabConnection>("idle");
  readonly socket: LabSocket;
  #users = 0;

  constructor() {
    this.socket = io({
      transports: ["websocket"],
      autoConnect: false,
      forceNew: true,
      reconnectionDelay: RECONNECT_FIRST_MS,
      reconnectionDelayMax: RECONNECT_MAX_MS,
    });
    this.socket.on("connect", () => this.connection.set("live"));
    this.socket.on("connect_error", () => this.connection.set("lost"));
    this.socket.on("disconnect", (reason) => {
      this.connection.set(this.#users > 0 ? "lost" : "idle");
      // Socket.io comes back by itself, except when the server said goodbye, as it does when it restarts.
      if (reason === "io server disconnect" && this.#users > 0) {
        setTimeout(() => this.#users > 0 && this.socket.connect(), RECONNECT_MAX_MS);
      }
    });
  }

  /** Keeps the connection open until the answer is called. `onConnect` is called now if it is open already. */
  use(onConnect: () => void): () => void {
    this.#users += 1;
    this.socket.on("connect", onConnect);
    if (this.socket.connected) onConnect();
    else {
      if (this.connection.get() === "idle") this.connection.set("connecting");
      this.socket.connect();
    }
    return () => {
      this.#users -= 1;
      this.socket.off("connect", onConnect);
      if (this.#users === 0) this.socket.disconnect();
    };
  }

  /** Null when no answer came: the connection is given up, and what follows the reconnect settles it. */
  async request<E extends Event>(event: E, body: RequestOf<E>): Promise<OutcomeOf<E> | null> {
    if (!this.socket.connected) return null;
    const name: Event = event;
    return new Promise((resolve) => {
      this.socket.timeout(ANSWER_TIMEOUT_MS).emit(name, body, (error: Error | null, outcome: unknown) => {
        if (error === null && isOutcome<E>(outcome)) return resolve(outcome);
        this.socket.io.engine?.close();
        resolve(null);
      });
    });
  }
}

let link: LabLink | undefined;

/** One connection for all races and games of the page. */
export function labLink(): LabLink {
  link ??= new LabLink();
  return link;
}

function isOutcome<E extends Event>(value: unknown): value is OutcomeOf<E> {
  return typeof value === "object" && value !== null && "ok" in value;
}
