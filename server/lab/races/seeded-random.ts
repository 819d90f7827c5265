/** Chance that follows from a seed (mulberry32): the same seed and name give the same sequence. */
export function seededRandom(seed: number, name: string): () => number {
  let state = seed;
  for (const char of name) state = Math.imul(state ^ char.charCodeAt(0), 16_777_619);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export function shuffled<T>(list: readonly T[], random: () => number): T[] {
  const left = [...list];
  const result: T[] = [];
  while (left.length > 0) result.push(...left.splice(Math.floor(random() * left.length), 1));
  return result;
}
