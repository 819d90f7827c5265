/** The lab's part of the page's connection: opened with the first race or game, closed after the last. */
import { Cell } from "../../lib/live/cell";
import {
  type BoxOfficeSocket,
  type OutcomeOf,
  openSocket,
  type RequestOf,
  request,
} from "../../lib/live/socket";

export type LabConnection = "idle" | "connecting" | "live" | "lost";
type Event = Parameters<typeof request>[1];

/** A move of the game may wait for a lock to lapse; anything slower is a dead connection. */
const ANSWER_TIMEOUT_MS = 45_000;
const CONNECT_AGAIN_MS = 1_000;

export const labConnection = new Cell<LabConnection>("idle");

export class LabLink {
  readonly socket: BoxOfficeSocket;
  #users = 0;

  constructor(socket: BoxOfficeSocket) {
    this.socket = socket;
    socket.on("connect", () => labConnection.set("live"));
    socket.on("connect_error", () => labConnection.set("lost"));
    socket.on("disconnect", (reason) => {
      labConnection.set(this.#users > 0 ? "lost" : "idle");
      // Socket.io comes back by itself, except when the server said goodbye, as it does when it restarts.
      if (reason === "io server disconnect") setTimeout(this.#connect, CONNECT_AGAIN_MS);
    });
  }

  /** Keeps the connection open until the answer is called. `onConnect` is called now if it is open already. */
  use(onConnect: () => void): () => void {
    this.#users += 1;
    this.socket.on("connect", onConnect);
    if (this.socket.connected) onConnect();
    else {
      if (labConnection.get() === "idle") labConnection.set("connecting");
      this.#connect();
    }
    return () => {
      this.#users -= 1;
      this.socket.off("connect", onConnect);
      if (this.#users === 0) this.socket.disconnect();
    };
  }

  /** Null when no answer came: the connection is given up, and what follows the reconnect settles it. */
  async request<E extends Event>(event: E, body: RequestOf<E>): Promise<OutcomeOf<E> | null> {
    const answer = await request(this.socket, event, body, ANSWER_TIMEOUT_MS);
    if (answer.kind === "lost") this.socket.io.engine?.close();
    return answer.kind === "answered" ? answer.outcome : null;
  }

  readonly #connect = (): void => {
    if (this.#users > 0) this.socket.connect();
  };
}

let link: Promise<LabLink> | undefined;

/** One connection for all races and games of the page. */
export function labLink(): Promise<LabLink> {
  link ??= openSocket().then((socket) => new LabLink(socket));
  return link;
}
