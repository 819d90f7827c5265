/** How long it took after healing until every free seat could be had and every screen was right. */
export interface Healing {
  /** The longest that a free seat was refused, and the longest that a screen was wrong; null if it never ended. */
  refusedForMs: number | null;
  screenWrongForMs: number | null;
  /** By how much the judge itself was late meanwhile. */
  lagMs: number;
  /** A seat that was refused to the end, and the last answer. */
  refused: string[];
  wrongWithin(limitMs: number): string[];
}

/** A node does several things in turn where the judge does one. */
const LAG_FACTOR = 5;

export function healing(measured: Omit<Healing, "wrongWithin">): Healing {
  const { refusedForMs, screenWrongForMs, lagMs, refused } = measured;
  return {
    ...measured,
    wrongWithin(limitMs) {
      const allowedMs = limitMs + LAG_FACTOR * lagMs;
      const wrong: string[] = [];
      if (refusedForMs === null) wrong.push(`a free seat was refused to the end: ${refused.join("; ")}`);
      else if (refusedForMs > allowedMs)
        wrong.push(`a free seat was refused for ${Math.round(refusedForMs)} ms after healing`);
      if (screenWrongForMs === null) wrong.push("a screen did not show what Postgres has, to the end");
      else if (screenWrongForMs > allowedMs)
        wrong.push(`a screen was wrong for ${Math.round(screenWrongForMs)} ms after healing`);
      return wrong;
    },
  };
}
