/**
 * The server's clock as this page can know it, on top of a monotonic clock, so that a wrong or jumping wall
 * clock changes nothing. Every answer proves that the server's time lay between our asking and our hearing;
 * those bounds are intersected. Bounds that contradict each other mean that the monotonic clock stood still
 * (some systems stop it while a laptop sleeps), and the newer ones win.
 */
export class ServerClock {
  readonly #monotonic: () => number;
  /** Bounds of (server time − monotonic time). */
  #low = Number.NEGATIVE_INFINITY;
  #high = Number.POSITIVE_INFINITY;

  constructor(monotonic: () => number = () => performance.now()) {
    this.#monotonic = monotonic;
  }

  /** The reading to pass to `answered` later. */
  asking(): number {
    return this.#monotonic();
  }

  answered(serverNow: number, askedAt: number): void {
    const low = serverNow - this.#monotonic();
    const high = serverNow - askedAt;
    const contradicts = low > this.#high || high < this.#low;
    this.#low = contradicts ? low : Math.max(low, this.#low);
    this.#high = contradicts ? high : Math.min(high, this.#high);
  }

  /** Something the server said unasked: it is at least that late. */
  heardUnasked(serverNow: number): void {
    const low = serverNow - this.#monotonic();
    if (low > this.#high) this.#high = low;
    this.#low = Math.max(low, this.#low);
  }

  get known(): boolean {
    return this.#low !== Number.NEGATIVE_INFINITY;
  }

  /** Epoch milliseconds on the server; before it ever spoke, not known. */
  now(): number | undefined {
    if (!this.known) return undefined;
    const offset = this.#high === Number.POSITIVE_INFINITY ? this.#low : (this.#low + this.#high) / 2;
    return this.#monotonic() + offset;
  }

  remainingMs(expiresAt: number): number | undefined {
    const now = this.now();
    return now === undefined ? undefined : Math.max(0, expiresAt - now);
  }
}

/**
 * Notices that the wall clock and the monotonic clock have parted by more than a second since last asked:
 * the machine slept, or someone set its clock. Which of the two cannot be told here, so the page asks the
 * server for the time.
 */
export class ClockJumpDetector {
  readonly #wall: () => number;
  readonly #monotonic: () => number;
  #apart: number;

  constructor(wall: () => number = () => Date.now(), monotonic: () => number = () => performance.now()) {
    this.#wall = wall;
    this.#monotonic = monotonic;
    this.#apart = wall() - monotonic();
  }

  detect(): boolean {
    const apart = this.#wall() - this.#monotonic();
    const jump = Math.abs(apart - this.#apart) > 1000;
    if (jump) this.#apart = apart;
    return jump;
  }
}
