// A viewer's map as a browser keeps it: a snapshot, then changes that follow on by version; after a gap it asks
// for what it missed. At the end it says what is on its screen.

const ANSWER_WITHIN_MS = 15_000;

/**
 * @typedef {import("socket.io-client").Socket} Socket
 * @typedef {import("../../contract/events.ts").SeatsUpdated} SeatsUpdated
 */

export class LiveMap {
  version = -1;
  /** @type {string[]} */
  codes = [];
  packets = 0;
  gaps = 0;
  #catchingUp = false;

  /**
   * @param {Socket} socket
   * @param {string} showId
   */
  constructor(socket, showId) {
    this.socket = socket;
    this.showId = showId;
    socket.on("seats:updated", (update) => this.#hear(update));
    socket.io.on("reconnect", () => void this.join());
  }

  async join() {
    const since = this.version < 0 ? {} : { since: this.version };
    const joined = await request(this.socket, "show:join", { showId: this.showId, ...since });
    if (!joined.ok || joined.version < this.version) return;
    if (joined.seats !== undefined) this.codes = [...joined.seats];
    this.#apply(joined.version, joined.changes ?? []);
  }

  get seats() {
    return this.codes.join("");
  }

  /** @param {SeatsUpdated} update */
  #hear(update) {
    if (update.showId !== this.showId) return;
    this.packets += 1;
    if (this.version < 0 || update.to <= this.version) return;
    if (update.from <= this.version) this.#apply(update.to, update.changes);
    else void this.#catchUp();
  }

  async #catchUp() {
    if (this.#catchingUp) return;
    this.#catchingUp = true;
    this.gaps += 1;
    await this.join().finally(() => {
      this.#catchingUp = false;
    });
  }

  /**
   * @param {number} version
   * @param {import("../../contract/seat-codes.ts").SeatChange[]} changes
   */
  #apply(version, changes) {
    for (const [seat, code] of changes) this.codes[seat] = code;
    this.version = version;
  }
}

/**
 * One request with its acknowledgement; silence is an answer too.
 * @param {Socket} socket
 * @param {string} event
 * @param {object} payload
 * @returns {Promise<Record<string, any>>}
 */
export async function request(socket, event, payload) {
  try {
    return await socket.timeout(ANSWER_WITHIN_MS).emitWithAck(event, payload);
  } catch {
    return { ok: false, code: "unanswered" };
  }
}
