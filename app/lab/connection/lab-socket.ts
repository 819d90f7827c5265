/** The lab's part of the page's connection: opened with the first race or game, closed after the last. */
import { connectionRefusal } from "../../lib/network/connection-refusal";
import {
  type BoxOfficeSocket,
  type OutcomeOf,
  openSocket,
  type RequestOf,
  request,
} from "../../lib/network/socket";
import { ObservableValue } from "../../lib/observable-value";

type LabConnectionState = "idle" | "connecting" | "live" | "lost";
type Event = Parameters<typeof request>[1];

/** A move of the game may wait for a lock to lapse; anything slower is a dead connection. */
const ANSWER_TIMEOUT_MS = 45_000;
const RECONNECT_AFTER_MS = 1_000;

export const labConnectionState = new ObservableValue<LabConnectionState>("idle");

export class LabSocket {
  readonly socket: BoxOfficeSocket;
  #openFor = 0;

  constructor(socket: BoxOfficeSocket) {
    this.socket = socket;
    socket.on("connect", () => labConnectionState.set("live"));
    socket.on("connect_error", () => {
      // The page says why, if the server did.
      if (!connectionRefusal.get()) labConnectionState.set("lost");
    });
    socket.on("disconnect", (reason) => {
      labConnectionState.set(this.#openFor > 0 ? "lost" : "idle");
      // Socket.io comes back by itself, except when the server said goodbye, as it does when it restarts.
      if (reason === "io server disconnect") setTimeout(this.#connect, RECONNECT_AFTER_MS);
    });
  }

  /** Keeps the connection open until the answer is called. `onConnect` is called now if it is open already. */
  keepOpen(onConnect: () => void): () => void {
    this.#openFor += 1;
    this.socket.on("connect", onConnect);
    if (this.socket.connected) onConnect();
    else {
      if (labConnectionState.get() === "idle") labConnectionState.set("connecting");
      this.#connect();
    }
    return () => {
      this.#openFor -= 1;
      this.socket.off("connect", onConnect);
      if (this.#openFor === 0) this.socket.disconnect();
    };
  }

  /** Null when no answer came: the connection is given up, and what follows the reconnect settles it. */
  async request<E extends Event>(event: E, body: RequestOf<E>): Promise<OutcomeOf<E> | null> {
    const answer = await request(this.socket, event, body, ANSWER_TIMEOUT_MS);
    if (answer.kind === "lost") this.socket.io.engine?.close();
    return answer.kind === "answered" ? answer.outcome : null;
  }

  readonly #connect = (): void => {
    if (this.#openFor > 0) this.socket.connect();
  };
}

let shared: Promise<LabSocket> | undefined;

/** One connection for all races and games of the page. */
export function sharedLabSocket(): Promise<LabSocket> {
  shared ??= openSocket().then((socket) => new LabSocket(socket));
  return shared;
}
