/**
 * Keeps one show's store true over a connection that comes and goes. Whenever there is doubt (a reconnect, a
 * gap, a request without an answer, a page that was asleep) it joins again with the version it has, and the
 * answer settles everything: seats, our holds, our bookings and the server's time.
 */
import type { Joined, ServiceStatus } from "#contract/events";
import type { Hold, Outcome } from "#contract/outcomes";
import { type Answer, type BoxOfficeSocket, openSocket, type RequestOf, request } from "../network/socket";
import { ObservableValue } from "../observable-value";
import { ClockJumpDetector, ServerClock } from "./server-clock";
import type { ShowStore } from "./show-store";

/** `connecting` is the page's beginning, before it was ever live; seats can be bought in `live` only. */
type ConnectionState = "connecting" | "live" | "reconnecting" | "gone";

/** After an answer that did not help, such as "unavailable". */
const RETRY_MS = 1000;

export class ShowConnection {
  readonly state = new ObservableValue<ConnectionState>("connecting");
  readonly viewers = new ObservableValue<number | undefined>(undefined);
  readonly service = new ObservableValue<ServiceStatus>({ redis: "up", postgres: "up" });
  /** The hold that ended last by its time running out. */
  readonly lapsedHold = new ObservableValue<Hold | undefined>(undefined);
  readonly clock: ServerClock;

  readonly showId: string;
  readonly store: ShowStore;
  readonly #open: () => Promise<BoxOfficeSocket>;
  #socket: BoxOfficeSocket | undefined;
  readonly #clockJumps = new ClockJumpDetector();
  #joining = false;
  #joinAgain = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #lapseTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    showId: string,
    store: ShowStore,
    open: () => Promise<BoxOfficeSocket> = openSocket,
    clock: ServerClock = new ServerClock(),
  ) {
    this.showId = showId;
    this.store = store;
    this.clock = clock;
    this.#open = open;
  }

  /** Goes live; what it answers ends it. */
  start(): () => void {
    let ended = false;
    let end = () => {};
    const begin = async () => {
      try {
        const socket = await this.#open();
        if (!ended) end = this.#listen(socket);
      } catch {
        this.#markReconnecting();
        if (!ended) this.#timer = setTimeout(begin, RETRY_MS);
      }
    };
    void begin();
    return () => {
      ended = true;
      clearTimeout(this.#timer);
      end();
    };
  }

  #listen(socket: BoxOfficeSocket): () => void {
    this.#socket = socket;
    socket.on("connect", this.sync);
    socket.on("connect_error", this.#markReconnecting);
    socket.on("disconnect", this.#onDisconnect);
    socket.on("seats:updated", (update) => {
      if (update.showId === this.showId && this.store.receive(update)) this.sync();
    });
    socket.on("show:viewers", ({ showId, count }) => {
      if (showId === this.showId) this.viewers.set(count);
    });
    socket.on("service:status", (status) => this.service.set(status));
    socket.on("hold:updated", ({ holdId, hold, serverNow }) => {
      this.clock.heardUnasked(serverNow);
      if (hold?.showId === this.showId) this.store.putHold(hold, serverNow);
      // Let go or confirmed in another tab: the join tells which.
      if (!hold && this.store.holds.get().some(({ id }) => id === holdId)) this.sync();
    });
    socket.on("hold:lapsed", ({ holdId }) => this.#lapse(holdId));
    const stopWatchingHolds = this.store.holds.subscribe(this.#scheduleLapse);
    const clockTimer = setInterval(() => this.#clockJumps.detect() && this.sync(), 1000);
    socket.connect();
    return () => {
      clearInterval(clockTimer);
      stopWatchingHolds();
      clearTimeout(this.#timer);
      clearTimeout(this.#lapseTimer);
      socket.off();
      socket.disconnect();
      this.#socket = undefined;
      this.#joining = false;
    };
  }

  /** The network may be gone: nothing is bought until the server has answered. */
  pauseUntilSynced(): void {
    this.#markReconnecting();
    this.sync();
  }

  /** Asks what is true now. */
  readonly sync = (): void => {
    if (this.#joining) {
      this.#joinAgain = true;
      return;
    }
    void this.#join();
  };

  async request<E extends Parameters<typeof request>[1]>(event: E, body: RequestOf<E>): Promise<Answer<E>> {
    const socket = this.#socket;
    if (!socket) return { kind: "offline" };
    const answer = await request(socket, event, body);
    if (answer.kind === "lost") this.#abandonConnection();
    return answer;
  }

  async extendHold(holdId: string): Promise<Answer<"hold:extend">> {
    const answer = await this.request("hold:extend", { holdId });
    if (answer.kind === "answered" && answer.outcome.ok) {
      this.store.putHold(answer.outcome.hold, answer.outcome.serverNow);
    }
    return answer;
  }

  async #join(): Promise<void> {
    clearTimeout(this.#timer);
    this.#joining = true;
    this.#joinAgain = false;
    const since = this.store.since;
    const askedAt = this.clock.asking();
    const answer = await this.request("show:join", {
      showId: this.showId,
      ...(since !== undefined && { since }),
    });
    this.#joining = false;
    if (answer.kind !== "answered") {
      if (this.#joinAgain && this.#socket?.connected) this.sync();
      return;
    }
    const gap = this.#applyJoined(answer.outcome, since, askedAt);
    if (gap || this.#joinAgain) this.sync();
  }

  #applyJoined(outcome: Outcome<Joined>, since: number | undefined, askedAt: number): boolean {
    if (!outcome.ok) {
      if (outcome.code === "not_found") this.state.set("gone");
      else this.#timer = setTimeout(this.sync, outcome.retryAfterMs ?? RETRY_MS);
      return false;
    }
    this.clock.answered(outcome.serverNow, askedAt);
    const gap = this.store.catchUp(outcome, since);
    this.#noticeLapses(outcome);
    this.store.setOwn(outcome.holds, outcome.bookings, outcome.serverNow);
    this.state.set("live");
    return gap;
  }

  /** A hold that ended while we were asleep or cut off: nobody told us then. */
  #noticeLapses({ holds, bookings, serverNow }: Joined): void {
    const still = new Set(holds.map(({ id }) => id));
    const bought = new Set(bookings.flatMap(({ seats }) => seats));
    const lapsed = this.store.holds.get().find(({ id, expiresAt, seats }) => {
      return !still.has(id) && expiresAt <= serverNow && !seats.some((label) => bought.has(label));
    });
    if (lapsed) this.lapsedHold.set(lapsed);
  }

  readonly #markReconnecting = (): void => {
    if (this.state.get() !== "gone") this.state.set("reconnecting");
  };

  readonly #onDisconnect = (reason: string): void => {
    this.#markReconnecting();
    // Socket.io reconnects by itself, except when the server said goodbye, as it does when it restarts.
    if (reason === "io server disconnect") this.#timer = setTimeout(() => this.#socket?.connect(), RETRY_MS);
  };

  /** A connection on which nothing is answered is dead, whatever the operating system believes. */
  #abandonConnection(): void {
    this.#markReconnecting();
    this.#socket?.io.engine?.close();
  }

  readonly #scheduleLapse = (): void => {
    clearTimeout(this.#lapseTimer);
    const [next] = this.store.holds.get();
    const remainingMs = next && this.clock.remainingMs(next.expiresAt);
    if (!next || remainingMs === undefined) return;
    if (remainingMs > 0) {
      this.#lapseTimer = setTimeout(this.#scheduleLapse, Math.min(remainingMs + 1, 60_000));
    } else {
      this.#lapse(next.id);
      this.sync();
    }
  };

  #lapse(holdId: string): void {
    const hold = this.store.holds.get().find(({ id }) => id === holdId);
    if (!hold) return;
    this.lapsedHold.set(hold);
    this.store.dropHold(holdId, this.clock.now() ?? 0);
  }
}
