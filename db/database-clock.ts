/**
 * The database's clock, as its answers let this node know it. An answer tells a time that was true at some moment
 * between the question and the answer, which bounds the clock from both sides; the bounds of several answers together
 * are closer than any one's, and one that was long on its way spoils nothing.
 */
export interface DatabaseClock {
  /** What the database said, and when it was asked, by the monotonic clock. */
  heard(nowMs: number, askedAtMs: number): void;
  /** Never goes back, and never ahead of the database. */
  nowMs(): number;
  /** Not before the database's own: for whatever must be over by then. */
  latestMs(): number;
  /** Whether the database has said anything yet. */
  isSet(): boolean;
}

/** What two clocks may drift apart, and then some. */
const DRIFT = 1e-4;

export function createDatabaseClock(): DatabaseClock {
  let earliest = Date.now() - performance.now();
  let latest = earliest;
  let heardAtMs: number | undefined;
  let toldMs = 0;
  return {
    heard(nowMs, askedAtMs) {
      const at = performance.now();
      const bounds = { earliest: nowMs - at, latest: nowMs - askedAtMs };
      const driftMs = heardAtMs === undefined ? Number.POSITIVE_INFINITY : (at - heardAtMs) * DRIFT;
      earliest = Math.max(earliest - driftMs, bounds.earliest);
      latest = Math.min(latest + driftMs, bounds.latest);
      // Another server took over, or its clock was set: what was known is no longer true.
      if (earliest > latest) ({ earliest, latest } = bounds);
      heardAtMs = at;
    },
    nowMs() {
      toldMs = Math.max(toldMs, Math.floor(performance.now() + earliest));
      return toldMs;
    },
    latestMs: () => performance.now() + latest,
    isSet: () => heardAtMs !== undefined,
  };
}
