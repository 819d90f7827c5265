/**
 * Pages are rendered and shows joined a few at a time: both take the process's time and Postgres's, which sales need
 * too. Addresses take turns, so that one who asks for hundreds waits behind himself.
 */
export interface Turns {
  /** Does the work when its turn comes; the next begins when it is done, or has taken too long. */
  take<T>(address: string, work: () => Promise<T>): Promise<T>;
}

/** Who reads slowly, or not at all, does not keep a turn. */
const TURN_MS = 1_000;

export function createTurns(atOnce: number, turnMs = TURN_MS): Turns {
  const waiting = new Map<string, (() => void)[]>();
  let taken = 0;
  return {
    async take(address, work) {
      if (taken >= atOnce) await new Promise<void>((resolve) => enqueue(address, resolve));
      taken += 1;
      let isOver = false;
      const pass = () => {
        if (isOver) return;
        isOver = true;
        taken -= 1;
        callNext();
      };
      const timer = setTimeout(pass, turnMs);
      try {
        return await work();
      } finally {
        clearTimeout(timer);
        pass();
      }
    },
  };

  function enqueue(address: string, begin: () => void): void {
    const line = waiting.get(address) ?? [];
    line.push(begin);
    waiting.set(address, line);
  }

  /** The first of the address that has waited longest, which then stands behind the others. */
  function callNext(): void {
    for (const [address, line] of waiting) {
      waiting.delete(address);
      const begin = line.shift();
      if (line.length > 0) waiting.set(address, line);
      begin?.();
      return;
    }
  }
}
