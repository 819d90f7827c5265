/** The database's clock as this node last heard it, carried forward by the monotonic clock. */
export interface DatabaseClock {
  heard(nowMs: number): void;
  nowMs(): number;
}

export function createDatabaseClock(): DatabaseClock {
  let heardMs = Date.now();
  let at = performance.now();
  return {
    heard(nowMs) {
      heardMs = nowMs;
      at = performance.now();
    },
    nowMs: () => Math.round(heardMs + performance.now() - at),
  };
}
